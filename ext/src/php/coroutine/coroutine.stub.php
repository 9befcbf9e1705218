<?php

/** @generate-class-entries */

namespace Swoole {

    /**
     * Coroutines by their number. Numbers start at 1 and are not used again. The methods of Coroutine\System are static
     * methods of this class, too.
     *
     * @mixin \Swoole\Coroutine\System
     */
    class Coroutine
    {
        /**
         * Runs a function as a coroutine: at once, until it suspends for the first time or ends.
         *
         * @param mixed $param passed to the function
         * @return int|false its number; false when there are max_coroutine of them already
         * @tentative-return-type
         */
        public static function create(callable $func, mixed ...$param): int|false {}

        /**
         * Calls a function when the running coroutine ends, also by an exception: the last one given first.
         *
         * @tentative-return-type
         */
        public static function defer(callable $callback): void {}

        /**
         * Suspends until someone calls resume() or cancel(). Suspends.
         *
         * @return bool false when it was cancelled
         * @tentative-return-type
         */
        public static function yield(): bool {}

        /**
         * @implementation-alias Swoole\Coroutine::yield
         * @tentative-return-type
         */
        public static function suspend(): bool {}

        /**
         * Resumes a coroutine that suspended in yield(), at once. It runs until it suspends again or ends.
         *
         * @return bool false when there is no such coroutine or it does not wait in yield()
         * @tentative-return-type
         */
        public static function resume(int $cid): bool {}

        /**
         * @return int -1 outside of a coroutine
         * @tentative-return-type
         */
        public static function getCid(): int {}

        /**
         * @implementation-alias Swoole\Coroutine::getCid
         * @tentative-return-type
         */
        public static function getuid(): int {}

        /**
         * @param int $cid 0: the coroutine that calls
         * @return int|false the coroutine that created it, -1: none; false when there is no such coroutine
         * @tentative-return-type
         */
        public static function getPcid(int $cid = 0): int|false {}

        /** @tentative-return-type */
        public static function exists(int $cid): bool {}

        /**
         * Ends the wait of another coroutine: what it waits in returns false, with SWOOLE_ERROR_CO_CANCELED.
         *
         * @param bool $throw_exception throw a CanceledException there instead
         * @return bool false when there is no such coroutine or its wait cannot be ended
         * @tentative-return-type
         */
        public static function cancel(int $cid, bool $throw_exception = false): bool {}

        /**
         * @return bool whether the running coroutine was cancelled, at any time
         * @tentative-return-type
         */
        public static function isCanceled(): bool {}

        /**
         * Waits until all of these coroutines have ended, and continues at the end of that turn of the loop. Suspends.
         *
         * @phpstan-param array<int> $cid_array
         * @param array $cid_array their numbers; those that have ended already do not count
         * @param float $timeout seconds; below 0: no limit
         * @return bool false on timeout and cancellation; also, with SWOOLE_ERROR_INVALID_PARAMS, when none of them
         *     exists, and with SWOOLE_ERROR_WRONG_OPERATION when the running one is among them
         * @tentative-return-type
         */
        public static function join(array $cid_array, float $timeout = -1): bool {}

        /**
         * What the program keeps for a coroutine: an ArrayObject that is freed when the coroutine ends.
         *
         * @param int $cid 0: the coroutine that calls
         * @return Coroutine\Context|null null when there is no such coroutine
         * @tentative-return-type
         */
        public static function getContext(int $cid = 0): ?\Swoole\Coroutine\Context {}

        /**
         * @param int $cid 0: the coroutine that calls
         * @param int $options as of debug_backtrace()
         * @param int $limit of frames; 0: none
         * @return list<array<string, mixed>>|false false when there is no such coroutine
         * @tentative-return-type
         */
        public static function getBackTrace(int $cid = 0, int $options = DEBUG_BACKTRACE_PROVIDE_OBJECT, int $limit = 0): array|false {}

        /**
         * Prints what getBackTrace() returns; nothing when there is no such coroutine.
         *
         * @tentative-return-type
         */
        public static function printBackTrace(int $cid = 0, int $options = 0, int $limit = 0): void {}

        /**
         * @param int $cid 0: the coroutine that calls
         * @return int milliseconds since it was created, give or take 4; -1 when there is no such coroutine
         * @tentative-return-type
         */
        public static function getElapsed(int $cid = 0): int {}

        /**
         * How long the running coroutine ran, without its waits. The first call in a process switches the measuring on,
         * which makes each switch dearer; time before that does not count.
         *
         * @return int microseconds
         */
        public static function getExecuteTime() {}

        /**
         * @param int $cid 0: the coroutine that calls
         * @return int|false bytes of its C stack that are in use; false when there is no such coroutine
         * @tentative-return-type
         */
        public static function getStackUsage(int $cid = 0): int|false {}

        /**
         * Options of all coroutines of this process: max_coroutine, c_stack_size, enable_deadlock_check,
         * enable_preemptive_scheduler, aio_worker_num, log_level, log_file, ...
         *
         * @phpstan-param array<string, mixed> $options
         * @tentative-return-type
         */
        public static function set(array $options): void {}

        /**
         * @return array<string, mixed>|null what was given to set(); null when nothing was
         * @tentative-return-type
         */
        public static function getOptions(): ?array {}

        /**
         * Lets coroutines that compute for longer than 10 ms give way again, after disableScheduler().
         *
         * @return bool false when enable_preemptive_scheduler is off
         * @tentative-return-type
         */
        public static function enableScheduler(): bool {}

        /**
         * Until enableScheduler(), no coroutine gives way but where it waits.
         *
         * @return bool false when enable_preemptive_scheduler is off
         * @tentative-return-type
         */
        public static function disableScheduler(): bool {}

        /**
         * How much longer the running coroutine may take: then what it waits for, or waits for next, throws a
         * TimeoutException.
         *
         * @param float $timeout seconds from now; 0 and less: no limit
         * @return bool true
         * @tentative-return-type
         */
        public static function setTimeLimit(float $timeout): bool {}

        /**
         * event_num: waits for descriptors and threads; aio_*: the threads for files and names. c_stack_size is in bytes.
         *
         * @return array{event_num: int, signal_listener_num: int, aio_task_num: int, aio_worker_num: int, aio_queue_size: int, coroutine_num: int, coroutine_peak_num: int, coroutine_last_cid: int, c_stack_size: int}
         * @tentative-return-type
         */
        public static function stats(): array {}

        /**
         * @return Coroutine\Iterator the numbers of all coroutines
         * @tentative-return-type
         */
        public static function list(): \Swoole\Coroutine\Iterator {}

        /**
         * @implementation-alias Swoole\Coroutine::list
         * @tentative-return-type
         */
        public static function listCoroutines(): \Swoole\Coroutine\Iterator {}
    }
}

namespace Swoole\Coroutine {

    /**
     * What the program keeps for one coroutine: Coroutine::getContext().
     *
     * @extends \ArrayObject<array-key, mixed>
     */
    class Context extends \ArrayObject
    {
    }

    /**
     * The numbers of coroutines: Coroutine::list().
     *
     * @extends \ArrayIterator<int, int>
     */
    class Iterator extends \ArrayIterator
    {
    }
}
