<?php

/** @generate-class-entries */

namespace Tern;

/** What Swoole\Coroutine does not tell. */
final class Coroutine
{
    /**
     * Every coroutine of this process that waits, by its number. A worker that gets SIGQUIT logs the same.
     *
     * @param int $limit how many at most, the oldest ones; 0: all
     * @return list<array{cid: int, pcid: int, context?: int, waits_for: string, elapsed: int,
     *     backtrace: list<array{file?: string, line?: int, class?: string, type?: string, function: string}>}> pcid: -1: none;
     *     context: its number, if it runs in one; waits_for: English; elapsed: milliseconds since it was created; backtrace: as of
     *     debug_backtrace(), without arguments
     */
    public static function listWaiting(int $limit = 0): array {}
}
