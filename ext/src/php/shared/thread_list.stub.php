<?php

/** @generate-class-entries */

namespace Swoole\Thread;

/**
 * A list of values in memory that threads share: see Map. Indices begin at 0 and have no gaps; with others methods throw a
 * Swoole\Exception.
 *
 * @implements \ArrayAccess<int, mixed>
 * @strict-properties
 * @not-serializable
 */
final class ArrayList implements \ArrayAccess, \Countable
{
    /** @throws \Error when the array is not a list */
    public function __construct(?array $array = null) {}

    public function offsetGet(mixed $key): mixed {}

    public function offsetExists(mixed $key): bool {}

    /** @param mixed $key null and count() append */
    public function offsetSet(mixed $key, mixed $value): void {}

    /** Later values move by one. */
    public function offsetUnset(mixed $key): void {}

    /**
     * @return int|null the index of the first value that is identical; null: there is none
     */
    public function find(mixed $value): ?int {}

    public function count(): int {}

    /** As Map::incr(). */
    public function incr(mixed $key, mixed $value = 1): mixed {}

    public function decr(mixed $key, mixed $value = 1): mixed {}

    public function clean(): void {}

    public function toArray(): array {}

    /** Puts the values in order, as sort(). */
    public function sort(): void {}
}
