// Written by scripts/library from the PHP files beside it.
#include "php/library/sources.h"

namespace tern::php::library {

namespace {

// clang-format off
constexpr Source kSources[] = {
{"swoole\\coroutine\\barrier", "tern:/library/Coroutine/Barrier.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Tern\Internal\Latch;

/**
 * Waits for coroutines that share a variable: each one holds the barrier (`use ($barrier)`), and who waits goes on when
 * the last of them has let go of it.
 */
class Barrier
{
    private ?Latch $gone = null;

    public static function make(): self
    {
        return new self();
    }

    /**
     * Gives up the caller's own reference, and waits until there is no other one. Several coroutines may wait. Suspends.
     *
     * @param Barrier|null $barrier is null afterwards
     * @param float $timeout in seconds; 0 or less: no limit
     */
    public static function wait(?Barrier &$barrier, float $timeout = -1): void
    {
        if ($barrier === null) {
            return;
        }
        $gone = $barrier->gone ??= new Latch();
        $barrier = null;
        $gone->wait($timeout);
    }

    public function __destruct()
    {
        $this->gone?->open();
    }
}
)PHP"},
{"swoole\\coroutine\\scheduler", "tern:/library/Coroutine/Scheduler.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Swoole\Coroutine;

/** Collects functions and then runs them as coroutines, as Swoole\Coroutine\run() runs one. */
final class Scheduler
{
    /** @var list<array{callable, array}> functions with their arguments */
    private array $tasks = [];
    private ?array $options = null;

    /**
     * @param mixed $args passed to the function
     * @return bool true
     */
    public function add(callable $fn, mixed ...$args): bool
    {
        $this->tasks[] = [$fn, $args];
        return true;
    }

    /**
     * The same function in several coroutines.
     *
     * @param mixed $args passed to the function
     * @return bool true
     */
    public function parallel(int $n, callable $fn, mixed ...$args): bool
    {
        for ($i = 0; $i < $n; ++$i) {
            $this->tasks[] = [$fn, $args];
        }
        return true;
    }

    /** As Swoole\Coroutine::set(). */
    public function set(array $options): void
    {
        Coroutine::set($options);
        $this->options = $options + ($this->options ?? []);
    }

    /** @return array|null what was given to set(); null: nothing */
    public function getOptions(): ?array
    {
        return $this->options;
    }

    /**
     * Runs what was added, and waits until it and everything that it started has ended.
     *
     * @return bool false, with a warning, where Swoole\Coroutine\run() cannot run or nothing was added
     */
    public function start(): bool
    {
        if ($this->tasks === []) {
            trigger_error('A Scheduler without coroutines has nothing to start', E_USER_WARNING);
            return false;
        }
        return run(function () {
            [$tasks, $this->tasks] = [$this->tasks, []];
            foreach ($tasks as [$fn, $args]) {
                Coroutine::create($fn, ...$args);
            }
        });
    }
}
)PHP"},
{"swoole\\coroutine\\waitgroup", "tern:/library/Coroutine/WaitGroup.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use BadMethodCallException;
use InvalidArgumentException;
use Tern\Internal\Latch;

/** Counts work that others do, and lets coroutines wait until all of it is done. */
class WaitGroup
{
    private int $count = 0;
    private ?Latch $latch = null;

    /** @param int $delta work that is under way already */
    public function __construct(int $delta = 0)
    {
        $this->add($delta);
    }

    /**
     * More work, or less.
     *
     * @throws InvalidArgumentException if the count would become negative
     * @throws BadMethodCallException while someone waits
     */
    public function add(int $delta = 1): void
    {
        if ($this->latch?->isWaitedFor()) {
            throw new BadMethodCallException('A WaitGroup cannot take more work while a coroutine waits for it');
        }
        if ($this->count + $delta < 0) {
            throw new InvalidArgumentException("The count of a WaitGroup cannot become negative: $this->count + $delta");
        }
        $this->count += $delta;
    }

    /**
     * A piece of work is done. With the last one, those who wait go on, at once.
     *
     * @throws BadMethodCallException if there is no work
     */
    public function done(): void
    {
        if ($this->count === 0) {
            throw new BadMethodCallException('A WaitGroup without work cannot have more of it done');
        }
        if (--$this->count > 0 || $this->latch === null) {
            return;
        }
        [$latch, $this->latch] = [$this->latch, null];
        $latch->open();
    }

    /**
     * Waits until all work is done. Several coroutines may wait. Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit
     * @return bool false when the time was over before, or the wait was cancelled: swoole_last_error() says which
     */
    public function wait(float $timeout = -1): bool
    {
        if ($this->count === 0) {
            return true;
        }
        $this->latch ??= new Latch();
        return $this->latch->wait($timeout);
    }

    public function count(): int
    {
        return $this->count;
    }
}
)PHP"},
{"tern\\internal\\latch", "tern:/library/Tern/Internal/Latch.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use Swoole\Coroutine;

/** Coroutines wait until it is opened, once and for all: whoever comes later does not wait. */
final class Latch
{
    /** @var array<int, true> the numbers of those who wait, in the order of their coming */
    private array $waiting = [];
    private bool $open = false;

    /**
     * Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit
     * @return bool false when the time was over before, or the wait was cancelled
     */
    public function wait(float $timeout): bool
    {
        if ($this->open) {
            return true;
        }
        $id = Coroutine::getCid();
        $this->waiting[$id] = true;
        try {
            return wait($timeout);
        } finally {
            unset($this->waiting[$id]);
        }
    }

    /** Runs those who wait, one after the other, each to its next suspension. */
    public function open(): void
    {
        $this->open = true;
        while (($id = array_key_first($this->waiting)) !== null) {
            unset($this->waiting[$id]);
            wake($id);
        }
    }

    public function isWaitedFor(): bool
    {
        return $this->waiting !== [];
    }
}
)PHP"},
{"tern\\internal\\tasks", "tern:/library/Tern/Internal/Tasks.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use Error;
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Swoole\Coroutine\WaitGroup;
use Throwable;
use TypeError;

/**
 * Functions that run at the same time, each in a coroutine, and someone who waits for their results: what batch(),
 * parallel() and map() of Swoole\Coroutine have in common, and these.
 */
final class Tasks
{
    private array $results = [];
    private ?Throwable $failure = null;
    private WaitGroup $running;
    private bool $awaited = true;

    private function __construct(int $count)
    {
        if ($count > 0 && Coroutine::getCid() < 0) {
            throw new Error('API must be called in the coroutine');
        }
        $this->running = new WaitGroup($count);
    }

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

    public static function map(array $list, callable $function, float $timeout = -1): array
    {
        $tasks = new self(count($list));
        foreach ($list as $key => $value) {
            $tasks->start($key, $function, [$value]);
        }
        return $tasks->wait($timeout);
    }

    /** A task that cannot be started because of max_coroutine has no result. */
    private function start(int|string $key, callable $function, array $arguments): void
    {
        $this->results[$key] = null;
        if (Coroutine::create($this->run(...), $key, $function, $arguments) === false) {
            $this->running->done();
        }
    }

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

    /** The results by their keys, null for what has not ended in time; or throws the first exception of a task. */
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
)PHP"},
};
// clang-format on

}  // namespace

std::span<const Source> sources() noexcept { return kSources; }

}  // namespace tern::php::library
