<?php

/** @generate-class-entries */

namespace Swoole\Connection;

/**
 * The connections of a server, or of one of its ports, whichever worker has them: `$server->connections`.
 *
 * It lists those that are open while it goes; what opens or closes meanwhile may be missed.
 *
 * @implements \Iterator<int, int|false>
 * @implements \ArrayAccess<int, array<string, mixed>|false>
 * @not-serializable
 */
class Iterator implements \Iterator, \ArrayAccess, \Countable
{
    /** Servers and ports make theirs. */
    public function __construct() {}

    public function rewind(): void {}
    public function next(): void {}
    /** @return int|false the number of the connection */
    public function current(): mixed {}
    /** @return int how many came before */
    public function key(): mixed {}
    public function valid(): bool {}
    public function count(): int {}

    /** @param int $fd */
    public function offsetExists(mixed $fd): bool {}
    /**
     * @param int $fd
     * @return array<string, mixed>|false what Server::getClientInfo() tells
     */
    public function offsetGet(mixed $fd): mixed {}
    /** @throws \Error always */
    public function offsetSet(mixed $fd, mixed $value): void {}
    /** @throws \Error always */
    public function offsetUnset(mixed $fd): void {}
}
