<?php

declare(strict_types=1);

namespace Tern\Internal;

use Swoole\Error;
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Swoole\Coroutine\WaitGroup;
use Throwable;
use TypeError;
use function count;
use function is_callable;

/**
 * Functions that run at the same time, each in a coroutine, and someone who waits for their results: what batch(),
 * parallel() and map() of Swoole\Coroutine have in common, and these.
 */
final class Tasks
{
    /** @var array<mixed> */
    private array $results = [];
    private ?Throwable $failure = null;
    private WaitGroup $running;
    private bool $awaited = true;

    private function __construct(int $count)
    {
        if ($count > 0 && Coroutine::getCid() < 0) {
            throw new Error('API must be called in the coroutine', SWOOLE_ERROR_CO_OUT_OF_COROUTINE);
        }
        $this->running = new WaitGroup($count);
    }

    /**
     * @param array<mixed> $functions
     * @return array<mixed>
     */
    public static function batch(array $functions, float $timeout = -1): array
    {
        foreach ($functions as $function) {
            if (!is_callable($function)) {
                $type = get_debug_type($function);
                throw new TypeError("Swoole\Coroutine\batch(): Argument #1 (\$tasks) must contain callables only, $type given");
            }
        }
        $tasks = new self(count($functions));
        foreach ($functions as $key => $function) {
            $tasks->start($key, $function, []);
        }
        return $tasks->wait($timeout);
    }

    public static function parallel(int $count, callable $function): void
    {
        $tasks = new self(max($count, 0));
        for ($i = 0; $i < $count; ++$i) {
            $tasks->start($i, $function, []);
        }
        $tasks->wait(-1);
    }

    /**
     * @param array<mixed> $list
     * @return array<mixed>
     */
    public static function map(array $list, callable $function, float $timeout = -1): array
    {
        $tasks = new self(count($list));
        foreach ($list as $key => $value) {
            $tasks->start($key, $function, [$value]);
        }
        return $tasks->wait($timeout);
    }

    /**
     * A task that cannot be started because of max_coroutine has no result.
     *
     * @param list<mixed> $arguments
     */
    private function start(int|string $key, callable $function, array $arguments): void
    {
        $this->results[$key] = null;
        if (Coroutine::create($this->run(...), $key, $function, $arguments) === false) {
            $this->running->done();
        }
    }

    /** @param list<mixed> $arguments */
    private function run(int|string $key, callable $function, array $arguments): void
    {
        try {
            $this->results[$key] = $function(...$arguments);
        } catch (CanceledException $end) {
            throw $end;
        } catch (Throwable $thrown) {
            if (!$this->awaited) {
                throw $thrown;
            }
            $this->failure ??= $thrown;
        } finally {
            $this->running->done();
        }
    }

    /**
     * The results by their keys, null for a task that has not ended in time; or throws the first exception of a task.
     *
     * @return array<mixed>
     */
    private function wait(float $timeout): array
    {
        try {
            $this->running->wait($timeout);
        } finally {
            $this->awaited = false;
        }
        return $this->failure === null ? $this->results : throw $this->failure;
    }
}
