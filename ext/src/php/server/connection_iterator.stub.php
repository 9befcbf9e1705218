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

    /** @tentative-return-type */
    public function rewind(): void {}
    /** @tentative-return-type */
    public function next(): void {}
    /**
     * @return int|false the number of the connection
     * @tentative-return-type
     */
    public function current(): mixed {}
    /**
     * @return int how many came before
     * @tentative-return-type
     */
    public function key(): mixed {}
    /** @tentative-return-type */
    public function valid(): bool {}
    /** @tentative-return-type */
    public function count(): int {}

    /**
     * @param int $fd
     * @tentative-return-type
     */
    public function offsetExists(mixed $fd): bool {}
    /**
     * @param int $fd
     * @return array<string, mixed>|false what Server::getClientInfo() tells
     * @tentative-return-type
     */
    public function offsetGet(mixed $fd): mixed {}
    /**
     * @throws \Error always
     * @tentative-return-type
     */
    public function offsetSet(mixed $fd, mixed $value): void {}
    /**
     * @throws \Error always
     * @tentative-return-type
     */
    public function offsetUnset(mixed $fd): void {}
}
