<?php

declare(strict_types=1);

namespace Tern;

use Error;
use Swoole\Coroutine;
use Swoole\ExitException;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\Server;
use Tern\Internal\Framework\Application\ContextLimits;
use Tern\Internal\Framework\Application\FrontController;
use Tern\Internal\Framework\Application\PoolLimits;
use Tern\Internal\Framework\Application\Refusal;
use Tern\Internal\Latch;
use Throwable;
use UnexpectedValueException;
use ValueError;
use function Tern\Internal\boot_once;
use function Tern\Internal\count_load;

/**
 * An application of a framework, unchanged, in a server of a script: what `tern serve FOLDER` does with the index.php of a folder.
 * It is loaded in each worker, once or in several contexts (docs/contexts.md).
 */
final class Application
{
    /** Contexts, or applications, in a worker. */
    public const MOST = 1000;
    private const MOST_SECONDS = 86400;
    private const MOST_PAUSE_S = 5.0;

    private readonly string $file;
    private readonly PoolLimits $limits;
    private readonly ?ContextLimits $contexts;
    private ?FrontController $front = null;
    private ?Latch $loading = null;
    /** Of the last load, which has failed. */
    private string $failure = '';
    /** How often in a row it has failed, and when a request may try again. */
    private int $failures = 0;
    private float $retryAt = 0;

    /**
     * @param string $file the application's index.php: Laravel's own, or one that returns an application (docs/launcher.md)
     * @param int|null $concurrency requests at a time in each worker, each in a context; 1 to 1000; needs opcache. Null: no
     *     contexts, each application handles one request at a time
     * @param int $applications without contexts, where the file returns a function that makes applications: their number in each
     *     worker; 1 to 1000
     * @param int $maxRequests a context is replaced after this number of requests; 0: any number
     * @param int $maxMemory a context that has more bytes after a request is replaced; 0: any size
     * @param int $idleTime a context that is idle for this number of seconds ends, if it is not the only one; 0: none ends
     * @param int $maxWait a request that finds all busy waits for at most this number of seconds, then gets a 503; 0: no limit
     * @param bool $checkIsolation for development, with contexts: finds what leaks from one request to another (docs/contexts.md)
     * @throws ValueError for a file that cannot be read, and for numbers out of range
     * @throws Error for contexts without opcache
     */
    public function __construct(
        string $file,
        ?int $concurrency = null,
        int $applications = 8,
        int $maxRequests = 0,
        int $maxMemory = 0,
        int $idleTime = 60,
        int $maxWait = 30,
        bool $checkIsolation = false,
    ) {
        $path = realpath($file);
        if ($path === false || !is_file($path) || !is_readable($path)) {
            throw new ValueError("Tern\\Application: file must be one that can be read, \"$file\" given");
        }
        $this->file = $path;
        self::check('concurrency', $concurrency ?? 1, 1, self::MOST);
        self::check('applications', $applications, 1, self::MOST);
        self::check('maxRequests', $maxRequests, 0, PHP_INT_MAX);
        self::check('maxMemory', $maxMemory, 0, PHP_INT_MAX);
        self::check('idleTime', $idleTime, 0, self::MOST_SECONDS);
        self::check('maxWait', $maxWait, 0, self::MOST_SECONDS);
        if ($concurrency !== null && !Context::isAvailable()) {
            throw new Error('Tern\Application: concurrency needs opcache: set opcache.enable=1 and opcache.enable_cli=1 in php.ini');
        }
        $this->limits = new PoolLimits($concurrency ?? $applications, $maxWait, $concurrency === null ? 0 : $idleTime);
        $this->contexts = $concurrency === null ? null : new ContextLimits($maxRequests, $maxMemory, $checkIsolation);
    }

    /**
     * Loads the application in this worker. Call it in `workerStart`; without that the first request does it. May suspend.
     *
     * @throws UnexpectedValueException when the file returns something that cannot answer requests
     */
    public function load(): void
    {
        $this->boot();
        $this->front?->watch();
    }

    /**
     * Loads the application once for all workers: a process of its own does that before there are workers, and the workers are forked
     * from it, so they share its memory (docs/contexts.md). Call it before start(). A reload does it again. Without effect where
     * the application opens a connection while it boots, or anything else that processes cannot share: then the log says so, and each
     * worker loads it.
     */
    public function bootOnce(Server $server): void
    {
        boot_once($server, fn() => $this->boot());
    }

    /**
     * What bootOnce() has called. A worker calls load(), then or later.
     *
     * @throws UnexpectedValueException when the file returns something that cannot answer requests
     */
    public function boot(): void
    {
        while ($this->front === null) {
            if ($this->loading !== null) {
                $this->loading->wait(0);  // if that load fails, this one tries again
                continue;
            }
            $this->loading = new Latch();
            count_load(1);
            try {
                $this->front = $this->contexts === null
                    ? FrontController::load($this->file, $this->limits)
                    : FrontController::inContexts($this->file, $this->limits, $this->contexts);
            } catch (ExitException) {
                throw new UnexpectedValueException("$this->file has called exit()");
            } finally {
                $loading = $this->loading;
                $this->loading = null;
                count_load(-1);
                $loading->open();
            }
        }
    }

    /**
     * For the callback `request`. Returns when the response has been sent. May suspend. While the application does not load, the response
     * is 503, or the error where errors are displayed.
     */
    public function handle(Request $request, Response $response): void
    {
        if ($this->front === null && !$this->awaitLoad()) {
            Refusal::send($response, $this->failure);
            return;
        }
        $this->front?->respond($request, $response);
    }

    /** By a request. False: it does not load now, or takes too long. */
    private function awaitLoad(): bool
    {
        if ($this->loading === null) {
            if (microtime(true) < $this->retryAt) {
                return false;
            }
            Coroutine::create($this->tryToLoad(...));
        }
        $this->loading?->wait($this->limits->maxWait);
        return $this->front !== null;
    }

    private function tryToLoad(): void
    {
        try {
            $this->load();
            $this->failure = '';
            $this->failures = 0;
        } catch (Throwable $error) {
            $this->retryAt = microtime(true) + min(self::MOST_PAUSE_S, 0.1 * 2 ** $this->failures++);
            $text = 'Uncaught ' . $error;
            $this->failure === $text || error_log("PHP Fatal error:  $text");
            $this->failure = $text;
        }
    }

    /** How many requests at a time it handles, in words. Loads the application. */
    public function describe(): string
    {
        $this->load();
        return $this->front?->describe() ?? '';
    }

    private static function check(string $name, int $value, int $least, int $most): void
    {
        if ($value < $least || $value > $most) {
            $range = $most === PHP_INT_MAX ? "$least or more" : "$least to $most";
            throw new ValueError("Tern\\Application: $name must be $range, $value given");
        }
    }
}
