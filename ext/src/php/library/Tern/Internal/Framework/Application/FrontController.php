<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use Closure;
use Illuminate\Contracts\Foundation\Application as LaravelApplication;
use Psr\Http\Server\RequestHandlerInterface;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Symfony\Component\HttpKernel\HttpKernelInterface;
use Tern\Context;
use UnexpectedValueException;
use function dirname;
use function interface_exists;
use function is_callable;
use function Tern\Internal\begin_response;
use function Tern\Internal\end_response;

/** The index.php of a folder, as one worker has loaded it: how many requests at a time it may have. */
final class FrontController
{
    private function __construct(
        private readonly Adapter|HandlerPool $program,
        private readonly ?string $description = null,
        private readonly ?Adapter $first = null,
    ) {
    }

    /**
     * @param PoolLimits $limits where the file returns a function that makes applications; else there is one
     * @throws UnexpectedValueException when the file returns something that cannot handle requests
     */
    public static function load(string $file, PoolLimits $limits): self
    {
        if (ProjectRuntime::isAskedBy($file) && Context::current() === null && Context::isAvailable()) {
            // Symfony's services of the session use PHP's own one, which belongs to a context.
            return self::inContexts($file, $limits, new ContextLimits(0, 0));
        }
        // First: autoload_runtime.php, which an index.php may require, leaves all to us where that was loaded before.
        $autoload = dirname($file, 2) . '/vendor/autoload.php';
        if (is_file($autoload)) {
            require_once $autoload;
        }
        $made = interface_exists(LaravelApplication::class) ? Laravel::of($file) : null;
        $made ??= (static fn(string $path): mixed => require $path)($file);
        $factory = self::factory($made, $file);
        $first = $factory === null ? Adapter::of($made, $file) : $factory();
        $first->boot();
        $isReentrant = $first->isReentrant || Adapter::saysReentrant($made);
        $program = $isReentrant ? $first : new HandlerPool($first, $factory, $factory === null ? $limits->ofOne() : $limits);
        return new self($program, first: $first);
    }

    /** For a context, which has one request at a time. */
    public static function loadOne(string $file): self
    {
        return self::load($file, new PoolLimits(1, 0, 0));
    }

    /** An index.php in each of several contexts, each of which handles one request at a time. */
    public static function inContexts(string $file, PoolLimits $limits, ContextLimits $each): self
    {
        $load = static fn(): ContextHandler => ContextHandler::load($file, $each);
        if ($each->checksIsolation) {
            $check = static fn(): IsolationCheck => new IsolationCheck($load(), $load);
            return new self(new HandlerPool($check(), $check, $limits->ofOne()), 'one request at a time in each worker, each GET request again to check isolation');
        }
        $single = Extensions::oneAtATime();
        if ($single !== []) {
            return new self(new HandlerPool($load(), $load, $limits->ofOne()), 'one request at a time in each worker, since ' . implode(', ', $single) . ' keeps it for itself');
        }
        return new self(new HandlerPool($load(), $load, $limits), "up to $limits->most requests at a time in each worker, each in a context");
    }

    /** Call it in each worker: from now on idle contexts end. */
    public function watch(): void
    {
        $this->program instanceof HandlerPool && $this->program->watch();
    }

    public function respond(Request $request, Response $response): void
    {
        $this->program->respond($request, $response);
    }

    /**
     * The constant that the request has defined, which the application cannot take back; '': none. In a context exit() ends the call,
     * which then has no result.
     */
    public function respondWithoutExit(Request $request, Response $response): string
    {
        begin_response($request, $response);
        try {
            $this->respond($request, $response);
        } finally {
            end_response();
        }
        return $this->first?->constant() ?? '';
    }

    /** After a request that did not end by returning. */
    public function reset(): void
    {
        $this->program instanceof Adapter && $this->program->reset();
    }

    /** For the message at the start. */
    public function describe(): string
    {
        return $this->description ?? ($this->program instanceof HandlerPool ? $this->program->describe() : 'reentrant, any number of requests at a time');
    }

    /**
     * What makes applications: a function of an array, as symfony/runtime has it. Null: the file returned one itself.
     *
     * @return (Closure(): Adapter)|null
     */
    private static function factory(mixed $made, string $file): ?Closure
    {
        if ($made instanceof RequestHandlerInterface || $made instanceof HttpKernelInterface || !is_callable($made)) {
            return null;
        }
        $make = Closure::fromCallable($made);
        $from = "$file, or the function that it returns,";
        if (Adapter::firstType($make) !== 'array') {
            return null;
        }
        $runtime = ProjectRuntime::of($file);
        return static fn(): Adapter => Adapter::of($runtime !== null ? $runtime->call($make) : $make($_SERVER + $_ENV), $from);
    }
}
