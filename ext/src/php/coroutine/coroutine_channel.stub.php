<?php

/** @generate-class-entries */

namespace Swoole\Coroutine;

/**
 * A queue of limited length between coroutines of one process. A waiting coroutine is resumed at once, inside the call
 * that it waited for. Several are resumed in the order of their calls.
 *
 * push() and pop() return false after errCode was set: SWOOLE_CHANNEL_TIMEOUT, SWOOLE_CHANNEL_CLOSED or
 * SWOOLE_CHANNEL_CANCELED. Outside of coroutines they throw an Error where they would have to wait.
 *
 * @not-serializable
 */
class Channel
{
    /** @var int How many values it holds before push() waits. */
    public $capacity = 0;
    /** @var int Of the last push() or pop(): SWOOLE_CHANNEL_OK, ... */
    public $errCode = 0;

    /** @param int $size the capacity, at least 1: smaller numbers are 1 */
    public function __construct(int $size = 1) {}

    /**
     * Adds a value; waits while the channel is full. Suspends.
     *
     * @param float $timeout seconds, at least 0.001; 0 and less: as long as it takes
     * @return bool false when it was closed, cancelled, or the time was over
     * @tentative-return-type
     */
    public function push(mixed $data, float $timeout = -1): bool {}

    /**
     * Takes the first value; waits while the channel is empty. Suspends.
     *
     * @param float $timeout seconds, at least 0.001; 0 and less: as long as it takes
     * @return mixed false when it is closed and empty, cancelled, or the time was over
     * @tentative-return-type
     */
    public function pop(float $timeout = -1): mixed {}

    /** @tentative-return-type */
    public function isEmpty(): bool {}

    /** @tentative-return-type */
    public function isFull(): bool {}

    /**
     * Ends all waits for this channel. Values that are left can be popped.
     *
     * @return bool false when it was closed before
     * @tentative-return-type
     */
    public function close(): bool {}

    /**
     * @return int how many values are in it
     * @tentative-return-type
     */
    public function length(): int {}

    /**
     * @return array{consumer_num: int, producer_num: int, queue_num: int} how many wait in pop() and push(), and how many
     *     values there are
     * @tentative-return-type
     */
    public function stats(): array {}
}
