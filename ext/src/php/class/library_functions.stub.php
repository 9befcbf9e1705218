<?php

/** @generate-function-entries */

namespace Swoole\Coroutine {

    /**
     * Runs functions at the same time, each in a coroutine of its own. Suspends. When all have ended, the first exception
     * that one of them did not catch is thrown.
     *
     * @template TKey of array-key
     * @template TValue
     * @phpstan-param array<TKey, callable(): TValue> $tasks
     * @param float $timeout in seconds; 0 or less: no limit
     * @return array<TKey, TValue|null> what they returned, by the keys of $tasks; null for those that have not ended in time, and go on
     */
    function batch(array $tasks, float $timeout = -1): array {}

    /**
     * Runs one function in $n coroutines at the same time and waits for them. Suspends. When all have ended, the first
     * exception that was not caught is thrown.
     */
    function parallel(int $n, callable $fn): void {}

    /**
     * Calls a function with each value of a list, at the same time, each in a coroutine of its own. Suspends. When all
     * have ended, the first exception that was not caught is thrown.
     *
     * @template TKey of array-key
     * @template TValue
     * @template TResult
     * @phpstan-param array<TKey, TValue> $list
     * @phpstan-param callable(TValue): TResult $fn
     * @param float $timeout in seconds; 0 or less: no limit
     * @return array<TKey, TResult|null> what it returned, by the keys of $list; null for calls that have not ended in time, and go on
     */
    function map(array $list, callable $fn, float $timeout = -1): array {}
}

/** For the classes in php/library. Not for programs: it may change with every version. */
namespace Tern\Internal {

    /**
     * Waits for wake(). Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit
     * @return bool false when the time was over before, or the wait was cancelled
     */
    function wait(float $timeout): bool {}

    /**
     * Makes blocking calls of the running coroutine suspend it, whatever hooks the program wants, until uncooperate().
     *
     * @param float $timeout in seconds, after which those calls fail as if the coroutine was cancelled; 0 or less: no limit
     *     but that of a cooperate() around this one
     * @return int for uncooperate()
     */
    function cooperate(float $timeout = 0): int {}

    /** What was before the cooperate() that returned $before. */
    function uncooperate(int $before): void {}

    /** Whether the time that cooperate() gave is over. */
    function is_overdue(): bool {}

    /** Whether this process serves, as opposed to a program without a server. */
    function in_worker(): bool {}

    /**
     * Suspends until the end of this turn of the loop.
     *
     * @return bool false when the wait was cancelled
     */
    function give_way(): bool {}

    /**
     * Goes on with a coroutine that is in wait(), at once, until it suspends again or ends.
     *
     * @return bool false when there is no such coroutine or it does not wait there
     */
    function wake(int $cid): bool {}
}
