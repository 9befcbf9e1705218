<?php

/** @generate-class-entries */

namespace Swoole\Thread;

/**
 * Values by key in memory that threads share, in the order of insertion. Each call is atomic for all of them. Keys are as in
 * an array. An array becomes a Map or, if it is a list, an ArrayList; objects of other classes are serialized.
 *
 * @implements \ArrayAccess<int|string, mixed>
 * @strict-properties
 * @not-serializable
 */
final class Map implements \ArrayAccess, \Countable
{
    /** @throws \Swoole\Exception when there is no memory: see tern.thread_memory */
    public function __construct(?array $array = null) {}

    /** @return mixed null when there is no such key */
    public function offsetGet(mixed $key): mixed {}

    /** @return bool whether there is such a key, also with the value null */
    public function offsetExists(mixed $key): bool {}

    /** @throws \Swoole\Exception when there is no memory */
    public function offsetSet(mixed $key, mixed $value): void {}

    public function offsetUnset(mixed $key): void {}

    /** @return mixed the key of the first value that is identical; null: there is none. Finds no objects. */
    public function find(mixed $value): mixed {}

    public function count(): int {}

    public function keys(): array {}

    /** @return array Map, ArrayList and other objects of threads are themselves */
    public function values(): array {}

    /**
     * Adds to a number; a key that does not exist gets $value.
     *
     * @return mixed the sum: a float if the value is one, else an int
     * @throws \TypeError when the value is not a number
     */
    public function incr(mixed $key, mixed $value = 1): mixed {}

    public function decr(mixed $key, mixed $value = 1): mixed {}

    /** @return bool false when the key exists, and nothing was changed */
    public function add(mixed $key, mixed $value): bool {}

    /** @return bool false when the key does not exist, and nothing was changed */
    public function update(mixed $key, mixed $value): bool {}

    public function clean(): void {}

    /** @return array as values(), with their keys */
    public function toArray(): array {}

    /** Puts the values in order, as asort(). @throws \Error when some are objects, which have none */
    public function sort(): void {}
}
