<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use Illuminate\Container\Container;
use Illuminate\Contracts\Foundation\Application;
use Illuminate\Contracts\Http\Kernel;
use Illuminate\Http\Request;
use Swoole\ExitException;
use Symfony\Component\HttpFoundation\Request as SymfonyRequest;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\HttpKernelInterface;
use Symfony\Component\HttpKernel\TerminableInterface;
use Symfony\Contracts\Service\ResetInterface;
use function defined;
use function define;
use function dirname;
use function is_int;
use function is_string;

/** A Laravel application, booted once. Each request finds it as it was after that. */
final class Laravel implements HttpKernelInterface, TerminableInterface, ResetInterface
{
    /** Many requests need them, so they are made in advance. */
    private const SERVICES = ['auth', 'cache', 'cache.store', 'cookie', 'db', 'db.transactions', 'encrypter', 'files', 'hash', 'log', 'queue',
        'redis', 'session', 'session.store', 'translator', 'url', 'validator', 'view'];
    private const KEEPS = ['Illuminate\Redis\RedisManager', KeptConnections::class];

    private readonly Kernel $kernel;
    private readonly KeptConnections $connections;
    private readonly Snapshot $booted;
    private Request $request;

    private function __construct(private readonly Application&Container $application)
    {
        $_SERVER['VAR_DUMPER_FORMAT'] ??= 'html';
        $_SERVER['APP_RUNNING_IN_CONSOLE'] = 'false';  // PHP's own name for this process, "cli", says something else
        $this->connections = KeptConnections::of($application);
        $this->kernel = $application->make(Kernel::class);
        $application->instance('request', Request::create('http://localhost'));
        $this->kernel->bootstrap();
        foreach (self::SERVICES as $name) {
            $application->bound($name) && $application->make($name);
        }
        $this->booted = new Snapshot([$application], self::KEEPS);
    }

    /**
     * The application that an index.php handles requests with, as Laravel's own one does: without running it, because it would respond
     * one request of PHP's. Laravel's classes must be there. Null: it is not such a file.
     */
    public static function of(string $index): ?self
    {
        $bootstrap = dirname($index, 2) . '/bootstrap/app.php';
        if (!is_file($bootstrap) || !str_contains((string) file_get_contents($index), 'bootstrap/app.php')) {
            return null;
        }
        defined('LARAVEL_START') || define('LARAVEL_START', microtime(true));
        $application = (static fn(string $path): mixed => require $path)($bootstrap);
        return $application instanceof Application && $application instanceof Container ? new self($application) : null;
    }

    /** The constant that a request has defined, which all later ones would find. Null: none. */
    public function constant(): ?string
    {
        return $this->booted->constant();
    }

    public function handle(SymfonyRequest $request, int $type = 1, bool $catch = true): Response
    {
        $this->request = Request::createFromBase($request);
        $response = $this->kernel->handle($this->request);
        $error = $response->exception ?? null;  // the error that the response shows
        if (!$error instanceof ExitException) {
            return $response;
        }
        // Nothing comes after exit(). SymfonyKernel puts before it what was printed.
        $status = $error->getStatus();
        $code = $status === 0 || is_string($status) ? http_response_code() : 500;
        return new Response(is_string($status) ? $status : '', is_int($code) ? $code : 200);
    }

    public function terminate(SymfonyRequest $request, Response $response): void
    {
        $this->kernel->terminate($this->request, $response);
        $this->reset();
    }

    public function reset(): void
    {
        unset($this->request);
        $this->booted->restore();
        $this->connections->takeBack();
    }
}
