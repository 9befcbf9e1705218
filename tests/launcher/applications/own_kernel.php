<?php
// A kernel that counts how often it was shut down. Its types are those of Symfony 5 to 7.
class Own implements Symfony\Component\HttpKernel\KernelInterface
{
    public int $life = 1;

    public function __call(string $name, array $arguments): mixed
    {
        return null;
    }

    public function handle(Symfony\Component\HttpFoundation\Request $request, int $type = 1, bool $catch = true): Response
    {
        if ($request->query->get('user') === 'exit') {
            exit('as told');
        }
        return new Response("life $this->life, " . date_default_timezone_get());
    }

    public function boot(): void
    {
        date_default_timezone_set('Asia/Tokyo');
    }

    public function shutdown(): void
    {
        ++$this->life;
    }

    public function registerBundles(): array
    {
        return [];
    }

    public function registerContainerConfiguration(Symfony\Component\Config\Loader\LoaderInterface $loader): void
    {
    }

    public function getBundles(): array
    {
        return [];
    }

    public function getBundle(string $name): Symfony\Component\HttpKernel\Bundle\BundleInterface
    {
        throw new LogicException('there are none');
    }

    public function locateResource(string $name): string
    {
        return '';
    }

    public function getEnvironment(): string
    {
        return 'test';
    }

    public function isDebug(): bool
    {
        return false;
    }

    public function getProjectDir(): string
    {
        return '';
    }

    public function getContainer(): Symfony\Component\DependencyInjection\ContainerInterface
    {
        throw new LogicException('there is none');
    }

    public function getStartTime(): float
    {
        return 0;
    }

    public function getCacheDir(): string
    {
        return '';
    }

    public function getBuildDir(): string
    {
        return '';
    }

    public function getLogDir(): string
    {
        return '';
    }

    public function getCharset(): string
    {
        return 'UTF-8';
    }
}

return new Own();
