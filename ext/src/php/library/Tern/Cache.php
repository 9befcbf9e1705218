<?php

declare(strict_types=1);

namespace Tern;

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
 * Those that it inherits are told in Tern\Internal\SharedCache: get, has, set, add, delete, clear, increment, decrement,
 * stats.
 */
final class Cache extends SharedCache implements Countable
{
    private const FIRST_PAUSE = 0.001;
    private const LONGEST_PAUSE = 0.02;

    /** @var array<int, array{Latch, int}> by token: who waits in this process for what it makes itself, and which coroutine makes it */
    private array $making = [];
    /** @var array<string, Latch> by key: who waits behind the one that asks whether another process is done */
    private array $asking = [];
    /** The process that has them: a forked child has a copy. */
    private int $asker = 0;

    /**
     * The value, made by `$compute` where there is none: once, in one process, while everyone else who wants it waits. When
     * that fails with an exception, or its process dies, the next one makes it. A value that is set or deleted meanwhile is
     * not overwritten. Suspends, where it is called in a coroutine.
     *
     * @param null|int|float|DateInterval $ttl seconds, as for set()
     * @param callable(): mixed $compute may suspend
     * @throws LogicException if `$compute` wants the value that it makes
     * @throws CanceledException if the wait was cancelled
     */
    public function remember(string $key, null|int|float|DateInterval $ttl, callable $compute): mixed
    {
        $pause = self::FIRST_PAUSE;
        while (($token = $this->claim($key, $value)) !== 0) {
            if ($token < 0) {
                /** @var array{int, int} $value who makes it */
                [$process, $of] = $value;
                if ($this->waitForOwn($key, $process, $of)) {
                    continue;
                }
                $token = $this->takeOver($key, $process, $of);
                if ($token === 0) {
                    $this->waitForOther($key, $pause);
                    $pause = min(2 * $pause, self::LONGEST_PAUSE);
                }
            }
            if ($token > 0) {
                return $this->make($key, $token, $ttl, $compute);
            }
        }
        return $value;
    }

    private function make(string $key, int $token, null|int|float|DateInterval $ttl, callable $compute): mixed
    {
        $this->making[$token] = [$latch = new Latch(), Coroutine::getCid()];
        try {
            $value = $compute();
            $this->fulfil($key, $token, $value, $ttl);
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
    private function waitForOwn(string $key, int $process, int $token): bool
    {
        if (!$this->isOwn($process) || !isset($this->making[$token])) {
            return false;
        }
        [$latch, $id] = $this->making[$token];
        if ($id === Coroutine::getCid() || Coroutine::getCid() < 0) {
            throw new LogicException("The value of \"$key\" is being made: it cannot be waited for here");
        }
        self::goOn($latch->wait(0));
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
