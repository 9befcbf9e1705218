<?php

/** @generate-class-entries */

namespace Swoole {

    /**
     * Timers, by their number. Numbers start at 1 and are not used again. Outside of servers, pending timers keep the
     * program alive; in a worker they do not keep it from leaving. Not in the master of a server: an Error there.
     * The functions swoole_timer_tick(), ..., swoole_timer_clear_all() are the same.
     */
    class Timer
    {
        /**
         * Calls a function at every interval, as callback(int $timer_id, ...$params), until it is cleared: each call in
         * a coroutine of its own, also while earlier ones wait. Calls that were missed while the process was busy are
         * one call, and the next one is due at the next multiple of the interval.
         *
         * @param int $ms at least 1
         * @return int|false its number; false with a warning when $ms is less than 1
         * @tentative-return-type
         */
        public static function tick(int $ms, callable $callback, mixed ...$params): int|false {}

        /**
         * Calls a function once, as callback(...$params), not before the time is over. When it runs, the timer is gone.
         *
         * @param int $ms at least 1
         * @return int|false its number; false with a warning when $ms is less than 1
         * @tentative-return-type
         */
        public static function after(int $ms, callable $callback, mixed ...$params): int|false {}

        /**
         * @return bool whether it is pending
         * @tentative-return-type
         */
        public static function exists(int $timer_id): bool {}

        /**
         * exec_msec: when it is due, in milliseconds since the first timer of the process was made. exec_count: how often
         * it was called. interval: in milliseconds, 0: once. round: the turn of the loop in which it was made. removed:
         * always false.
         *
         * @return array{exec_msec: int, exec_count: int, interval: int, round: int, removed: bool}|null null when there is none
         * @tentative-return-type
         */
        public static function info(int $timer_id): ?array {}

        /**
         * @return array{initialized: bool, num: int, round: int} whether there was one yet; pending ones; turns of the loop
         * @tentative-return-type
         */
        public static function stats(): array {}

        /**
         * @return Timer\Iterator the numbers of pending timers, in ascending order
         * @tentative-return-type
         */
        public static function list(): \Swoole\Timer\Iterator {}

        /**
         * @return bool false when there is none with this number (any more)
         * @tentative-return-type
         */
        public static function clear(int $timer_id): bool {}

        /** @tentative-return-type */
        public static function clearAll(): bool {}

        /**
         * For programs that call it: there is nothing to set.
         *
         * @phpstan-param array<string, mixed> $settings
         * @tentative-return-type
         */
        public static function set(array $settings): void {}
    }
}

namespace Swoole\Timer {

    /**
     * The numbers of timers: Timer::list().
     *
     * @extends \ArrayIterator<int, int>
     */
    class Iterator extends \ArrayIterator
    {
    }
}
