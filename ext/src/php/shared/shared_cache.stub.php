<?php

/** @generate-class-entries */

namespace Tern\Internal;

/**
 * What Tern\Cache is made of, which is what programs use. No method suspends.
 *
 * Keys have 1 to 1024 bytes. Values are whatever the engine can serialize; igbinary does it where it is loaded.
 * `$ttl` is in seconds, fractions allowed: how long the value is kept at most; null: no limit; 0 and less: not at all.
 * Times are kept to some milliseconds.
 *
 * @not-serializable
 */
abstract class SharedCache
{
    /**
     * Make it before the server starts, or before a process is forked: it is shared by all that come from here. Memory is
     * taken when it is first used.
     *
     * @param int $size bytes of memory, 65536 and more, with all that the cache needs itself; a value takes its bytes, its
     *     key's, 40 more, rounded up to 128, and 6 to 8 bytes for each of these
     * @throws \ValueError for a size that cannot be
     * @throws \Error if the system has no memory
     */
    public function __construct(int $size) {}

    /** The value, or `$default`. */
    public function get(string $key, mixed $default = null): mixed {}

    /** Whether there is a value. */
    public function has(string $key): bool {}

    /**
     * Sets the value, in place of a former one. What was not used for longest makes room.
     *
     * @return bool false with a warning: it is larger than `stats()['largest']`, and the key has none now
     */
    public function set(string $key, mixed $value, null|int|float|\DateInterval $ttl = null): bool {}

    /** The same where there is no value. false: there is one, or it is too large. */
    public function add(string $key, mixed $value, null|int|float|\DateInterval $ttl = null): bool {}

    /** @return bool whether there was one */
    public function delete(string $key): bool {}

    /**
     * Deletes it if it is this value: at once for all processes.
     *
     * @return bool false: there is another value, or none
     */
    public function deleteIf(string $key, mixed $value): bool {}

    /** Drops everything. */
    public function clear(): bool {}

    /**
     * Adds to an integer, at once for all processes. One that is not there is 0 and gets `$ttl`; one that is keeps its
     * time.
     *
     * @return int the sum
     * @throws \TypeError if the value is no integer
     * @throws \ArithmeticError if the sum is out of range; the value stays
     */
    public function increment(string $key, int $by = 1, null|int|float|\DateInterval $ttl = null): int {}

    /** The same with `-$by`. */
    public function decrement(string $key, int $by = 1, null|int|float|\DateInterval $ttl = null): int {}

    /**
     * @return array{size: int, used: int, largest: int, entries: int<0, max>, hits: int, misses: int, stored: int, evicted: int,
     *     expired: int, lost: int} bytes of the cache, of what is in it and of the largest value; then numbers, since the cache was
     *     made, of all processes. lost: entries of a part that was emptied since a process died while it changed it.
     */
    public function stats(): array {}

    /**
     * The cache that all processes of the server share, as large as tern.cache_size in php.ini says. In a program without a server it
     * is the program's own, shared with the processes that it forks from now on.
     *
     * @throws \Error if tern.cache_size is 0
     */
    protected static function ofServer(): static {}

    /**
     * For remember().
     *
     * @param mixed $value the value, or who makes it: array{0: int, 1: int}, a process and a token
     * @param float|null $deadline seconds until another process may claim it; null: as long as this process lives
     * @return int a token: this process is to make it; 0: it is there; -1: it is being made
     */
    protected function claim(string $key, mixed &$value, ?float $deadline = null): int {}

    /** @return int a token; 0: another one came first, or it is not dead */
    protected function takeOver(string $key, int $process, int $token, ?float $deadline = null): int {}

    /** Whether it is this process. */
    protected function isOwn(int $process): bool {}

    /** Sets the value where the claim still holds. */
    protected function fulfil(string $key, int $token, mixed $value, null|int|float|\DateInterval $ttl): bool {}

    protected function giveUp(string $key, int $token): void {}
}
