<?php

declare(strict_types=1);

namespace Tern;

use Closure;
use Countable;
use DateInterval;
use LogicException;
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Tern\Internal\Latch;
use Tern\Internal\SharedCache;
use Throwable;

/**
 * A cache that all workers share: within a budget of bytes, what was not used for longest makes room. The methods have
 * the names of PSR-16. What a process was doing when it died is never half done: at worst, a part of the cache is empty.
 *
 *     $cache = new Tern\Cache(64 << 20);  // before the server starts
 *     $page = $cache->remember("page:$id", 60, fn () => render($id));
 *
 * Every server has one already: Tern\Cache::shared(). Those that it inherits are told in Tern\Internal\SharedCache: get, has, set,
 * add, delete, deleteIf, clear, increment, decrement, stats.
 */
final class Cache extends SharedCache implements Countable
{
    /** Of this context. */
    private static ?self $shared = null;

    private const FIRST_PAUSE = 0.001;
    private const LONGEST_PAUSE = 0.02;

    /** @var array<int, array{Latch, int}> by token: who waits in this process for what it makes itself, and which coroutine makes it */
    private array $making = [];
    /** @var array<string, Latch> by key: who waits behind the one that asks whether another process is done */
    private array $asking = [];
    /** The process that has them: a forked child has a copy. */
    private int $asker = 0;

    /**
     * The cache that every server has, for all its processes: `tern.cache_size` in php.ini says how large it is, 64 MB. In a program
     * without a server it is the program's own.
     *
     * @throws \Error if `tern.cache_size` is 0
     */
    public static function shared(): self
    {
        return self::$shared ??= self::ofServer();
    }

    /**
     * The value, made by `$compute` where there is none: once, in one process, while everyone else who wants it waits. When
     * that fails with an exception, or its page or its process ends, the next one makes it. A value that is set or deleted meanwhile is
     * not overwritten. Suspends, where it is called in a coroutine.
     *
     * @param null|int|float|DateInterval|Closure(mixed): (null|int|float|DateInterval) $ttl seconds, as for set(). A Closure gets the value, and returns them
     * @param callable(): mixed $compute may suspend
     * @param float|null $deadline seconds for `$compute`. Then the next one makes the value, and what `$compute` returns later is not
     *     kept. null: as long as it runs
     * @param bool $quiet no warning about a value that is too large to be kept
     * @throws LogicException if `$compute` wants the value that it makes
     * @throws CanceledException if the wait was cancelled
     */
    public function remember(string $key, null|int|float|DateInterval|Closure $ttl, callable $compute, ?float $deadline = null, bool $quiet = false): mixed
    {
        $pause = self::FIRST_PAUSE;
        while (($token = $this->claim($key, $value, $deadline)) !== 0) {
            if ($token < 0) {
                /** @var array{int, int} $value who makes it */
                [$process, $of] = $value;
                if ($this->waitForOwn($key, $process, $of, $deadline ?? 0.0)) {
                    continue;
                }
                $token = $this->takeOver($key, $process, $of, $deadline);
                if ($token === 0) {
                    $this->waitForOther($key, $pause);
                    $pause = min(2 * $pause, self::LONGEST_PAUSE);
                }
            }
            if ($token > 0) {
                return $this->make($key, $token, $ttl, $compute, $quiet);
            }
        }
        return $value;
    }

    private function make(string $key, int $token, null|int|float|DateInterval|Closure $ttl, callable $compute, bool $quiet): mixed
    {
        $this->making[$token] = [$latch = new Latch(), Coroutine::getCid()];
        try {
            $value = $compute();
            /** @var DateInterval|float|int|null $seconds */
            $seconds = $ttl instanceof Closure ? $ttl($value) : $ttl;
            $quiet ? @$this->fulfil($key, $token, $value, $seconds) : $this->fulfil($key, $token, $value, $seconds);
            return $value;
        } catch (Throwable $failure) {
            $this->giveUp($key, $token);
            throw $failure;
        } finally {
            unset($this->making[$token]);
            $latch->open();
        }
    }

    /** @return bool false: another process makes it */
    private function waitForOwn(string $key, int $process, int $token, float $deadline): bool
    {
        if (!$this->isOwn($process) || !isset($this->making[$token])) {
            return false;
        }
        [$latch, $id] = $this->making[$token];
        if ($id === Coroutine::getCid() || Coroutine::getCid() < 0) {
            throw new LogicException("The value of \"$key\" is being made: it cannot be waited for here");
        }
        self::goOn($latch->wait($deadline) || swoole_last_error() !== SWOOLE_ERROR_CO_CANCELED);
        return true;
    }

    /** Nothing tells when it is done: one asks for all of this process. */
    private function waitForOther(string $key, float $pause): void
    {
        if (Coroutine::getCid() < 0) {
            usleep((int) ($pause * 1e6));
            return;
        }
        if ($this->asker !== getmypid()) {
            [$this->asker, $this->asking] = [(int) getmypid(), []];
        }
        if (isset($this->asking[$key])) {
            self::goOn($this->asking[$key]->wait(0));
            return;
        }
        $this->asking[$key] = $latch = new Latch();
        try {
            self::goOn(Coroutine::sleep($pause));
        } finally {
            unset($this->asking[$key]);
            $latch->open();
        }
    }

    private static function goOn(bool $waited): void
    {
        if (!$waited) {
            throw new CanceledException('The wait for a value of the cache was cancelled');
        }
    }

    /**
     * @param iterable<string> $keys
     * @return array<string, mixed> by key, in their order
     */
    public function getMultiple(iterable $keys, mixed $default = null): array
    {
        $values = [];
        foreach ($keys as $key) {
            $values[$key] = $this->get((string) $key, $default);
        }
        return $values;
    }

    /**
     * @param iterable<string, mixed> $values
     * @return bool false: one was too large
     */
    public function setMultiple(iterable $values, null|int|float|DateInterval $ttl = null): bool
    {
        $all = true;
        foreach ($values as $key => $value) {
            $all = $this->set((string) $key, $value, $ttl) && $all;
        }
        return $all;
    }

    /**
     * @param iterable<string> $keys
     * @return bool true
     */
    public function deleteMultiple(iterable $keys): bool
    {
        foreach ($keys as $key) {
            $this->delete((string) $key);
        }
        return true;
    }

    /** Entries, expired ones too until they are found. */
    public function count(): int
    {
        return $this->stats()['entries'];
    }
}
