<?php
// A kernel that counts how often it was shut down.
final class Own implements Symfony\Component\HttpKernel\KernelInterface
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

    public function boot()
    {
        date_default_timezone_set('Asia/Tokyo');
    }

    public function shutdown()
    {
        ++$this->life;
    }

    public function registerBundles()
    {
        return [];
    }

    public function registerContainerConfiguration(Symfony\Component\Config\Loader\LoaderInterface $loader)
    {
        return null;
    }

    public function getBundles()
    {
        return [];
    }

    public function getBundle(string $name)
    {
        return null;
    }

    public function locateResource(string $name)
    {
        return '';
    }

    public function getEnvironment()
    {
        return 'test';
    }

    public function isDebug()
    {
        return false;
    }

    public function getProjectDir()
    {
        return '';
    }

    public function getContainer()
    {
        return null;
    }

    public function getStartTime()
    {
        return 0;
    }

    public function getCacheDir()
    {
        return '';
    }

    public function getLogDir()
    {
        return '';
    }

    public function getCharset()
    {
        return 'UTF-8';
    }
}

return new Own();
