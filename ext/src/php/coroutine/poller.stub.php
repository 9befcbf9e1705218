<?php

/** @generate-class-entries */

namespace Tern\Internal;

/**
 * Descriptors and a time that an event loop of the program waits for, apart from Swoole\Event and Swoole\Timer. Not for
 * programs: it may change with every version.
 *
 * @not-serializable
 */
final class Poller
{
    /** @param callable $callback called without arguments, in a coroutine of its own, once after each arm() */
    public function __construct(callable $callback) {}

    /** @return bool false when the process has forked since, or a server has started: make another one */
    public function isUsable(): bool {}

    /**
     * Changes what is awaited of a stream.
     *
     * @param mixed $stream a stream, or the number of its descriptor
     * @param int $events 1: reading, 2: writing, 3: both
     * @return int its descriptor; -1: it has none any more
     */
    public function watch(mixed $stream, int $events): int {}

    public function unwatch(int $fd): void {}

    /** @return array<int, int> what is ready now: events by descriptor, as in watch(); a broken one is ready for both */
    public function collect(): array {}

    /**
     * Calls when a descriptor is ready, or after a time.
     *
     * @param float $delay in seconds; below 0: no time
     */
    public function arm(float $delay): void {}

    public function disarm(): void {}

    /** Whether it keeps the Tern\Context that made it from ending with its last reference; at first it does not. */
    public function keepContext(bool $kept): void {}

    /** Resumes a coroutine that is in wait_for_event(false), at the end of this turn of the loop, before the callback. */
    public function resume(int $cid): void {}

    /** Whether it keeps a program without a server alive while it is armed. */
    public function hold(bool $held): void {}
}
