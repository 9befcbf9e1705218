<?php

/** @generate-class-entries */

namespace Swoole\Thread;

/**
 * Where as many threads wait as it has places; the last one releases all, and it begins again. A thread that dies while it
 * waits leaves its place.
 *
 * @strict-properties
 * @not-serializable
 */
final class Barrier
{
    /** @throws \Swoole\Exception when $count is less than 2 */
    public function __construct(int $count) {}

    /** In a coroutine it suspends; outside it blocks the thread. */
    public function wait(): void {}
}
