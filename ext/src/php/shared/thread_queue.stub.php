<?php

/** @generate-class-entries */

namespace Swoole\Thread;

/**
 * Values in memory that threads share: see Map. Each is for one of them, first in, first out.
 *
 * @strict-properties
 * @not-serializable
 */
final class Queue implements \Countable
{
    /**
     * push() wakes one thread that waits.
     *
     * @var int
     */
    public const NOTIFY_ONE = 1;
    /**
     * push() wakes all threads that wait.
     *
     * @var int
     */
    public const NOTIFY_ALL = 2;

    public function __construct() {}

    /**
     * @param int $notify_which a constant: threads that wait look at once; 0: when they look the next time, within 50 ms
     */
    public function push(mixed $value, int $notify_which = 0): void {}

    /**
     * In a coroutine, waiting suspends; outside it blocks the thread.
     *
     * @param float $wait seconds; 0: does not wait, negative: as long as it takes
     * @return mixed null when the queue is empty; after waiting with SWOOLE_ERROR_NO_PAYLOAD as swoole_last_error()
     */
    public function pop(float $wait = 0): mixed {}

    public function count(): int {}

    public function clean(): void {}
}
