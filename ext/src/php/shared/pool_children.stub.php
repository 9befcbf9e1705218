<?php

/** @generate-class-entries */

namespace Tern\Internal\Fpm;

/**
 * The children of a pool and its counts, in memory that all its processes share: made before they are forked. A child is a place for one
 * request at a time. A worker has every Nth of them, so it takes one without a lock. A worker may be killed at any time: the one that
 * follows corrects what it left. A pool's Responder notes its requests here.
 *
 * @not-serializable
 * @strict-properties
 */
final class Children
{
    /** @param int $most 1 to 65536: pm.max_children */
    public function __construct(int $most) {}

    /**
     * Call it once in each worker of the pool, when it starts.
     *
     * @param int $worker its number, from 0
     * @param int $workers how many there are
     */
    public function attach(int $worker, int $workers): void {}

    /** Removes it from this process, which cannot use it any more. Others can. */
    public function leave(): void {}

    /** A child that waits for its first request. Without effect if there is such a child. */
    public function add(int $number, int $pid): void {}

    /** Without effect unless it is idle. */
    public function remove(int $number): void {}

    /**
     * @phpstan-return array{pid: int, started: int, requests: int, stage: int, accepted: int, used: int, duration: int, memory: int, length: int, coroutine: int, cpu: float, method: string, uri: string, query: string, script: string, user: string}|null
     * @return array|null `stage` is that of a Stage; null: there is no such child at present
     */
    public function row(int $number): ?array {}

    /**
     * @phpstan-return array{accepted: int, active: int, mostActive: int, memoryPeak: int}
     * @return array of the whole pool
     */
    public function counts(): array {}

    /**
     * Notes a request as a Responder does, without the time. end() must follow.
     *
     * @return int the number of its child; -1: more requests run than there may be children
     */
    public function begin(string $uri): int {}

    /** @param int $memory the most bytes that it had */
    public function end(int $child, int $durationUs, int $memory): void {}
}
