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
         */
        public static function create(callable $func, mixed ...$param) {}

        /**
         * Calls a function when the running coroutine ends, also by an exception: the last one given first.
         *
         * @return void
         */
        public static function defer(callable $callback) {}

        /**
         * Suspends until someone calls resume() or cancel(). Suspends.
         *
         * @return bool false when it was cancelled
         */
        public static function yield() {}

        /**
         * @implementation-alias Swoole\Coroutine::yield
         * @return bool
         */
        public static function suspend() {}

        /**
         * Goes on with a coroutine that suspended in yield(), at once, until it suspends again or ends.
         *
         * @return bool false when there is no such coroutine or it does not wait in yield()
         */
        public static function resume(int $cid) {}

        /** @return int -1 outside of a coroutine */
        public static function getCid() {}

        /**
         * @implementation-alias Swoole\Coroutine::getCid
         * @return int
         */
        public static function getuid() {}

        /**
         * @param int $cid 0: the coroutine that calls
         * @return int|false the coroutine that created it, -1: none; false when there is no such coroutine
         */
        public static function getPcid(int $cid = 0) {}

        /** @return bool */
        public static function exists(int $cid) {}

        /**
         * Ends the wait of another coroutine: what it waits in returns false, with SWOOLE_ERROR_CO_CANCELED.
         *
         * @param bool $throw_exception throw a CanceledException there instead
         * @return bool false when there is no such coroutine or its wait cannot be ended
         */
        public static function cancel(int $cid, bool $throw_exception = false) {}

        /** @return bool whether the running coroutine was cancelled, at any time */
        public static function isCanceled() {}

        /**
         * Waits until all of these coroutines have ended. Suspends.
         *
         * @phpstan-param array<int> $cid_array
         * @param array $cid_array their numbers; those that have ended already do not count
         * @param float $timeout seconds; below 0: no limit
         * @return bool false on timeout and cancellation; also, with SWOOLE_ERROR_INVALID_PARAMS, when none of them
         *     exists, and with SWOOLE_ERROR_WRONG_OPERATION when the running one is among them
         */
        public static function join(array $cid_array, float $timeout = -1) {}

        /**
         * What the program keeps for a coroutine: an ArrayObject that is freed when the coroutine ends.
         *
         * @param int $cid 0: the coroutine that calls
         * @return Coroutine\Context|null null when there is no such coroutine
         */
        public static function getContext(int $cid = 0) {}

        /**
         * @param int $cid 0: the coroutine that calls
         * @param int $options as of debug_backtrace()
         * @param int $limit of frames; 0: none
         * @return list<array<string, mixed>>|false false when there is no such coroutine
         */
        public static function getBackTrace(int $cid = 0, int $options = DEBUG_BACKTRACE_PROVIDE_OBJECT, int $limit = 0) {}

        /**
         * Prints what getBackTrace() returns.
         *
         * @return bool false when there is no such coroutine
         */
        public static function printBackTrace(int $cid = 0, int $options = 0, int $limit = 0) {}

        /**
         * @param int $cid 0: the coroutine that calls
         * @return int milliseconds since it was created, give or take 4; -1 when there is no such coroutine
         */
        public static function getElapsed(int $cid = 0) {}

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
         */
        public static function getStackUsage(int $cid = 0) {}

        /**
         * Options of all coroutines of this process: max_coroutine, c_stack_size, enable_deadlock_check,
         * enable_preemptive_scheduler, aio_worker_num, ...
         *
         * @phpstan-param array<string, mixed> $options
         * @return void
         */
        public static function set(array $options) {}

        /** @return array<string, mixed>|null what was given to set(); null when nothing was */
        public static function getOptions() {}

        /**
         * Lets coroutines that compute for longer than 10 ms give way again, after disableScheduler().
         *
         * @return bool false when enable_preemptive_scheduler is off
         */
        public static function enableScheduler() {}

        /**
         * Until enableScheduler(), no coroutine gives way but where it waits.
         *
         * @return bool false when enable_preemptive_scheduler is off
         */
        public static function disableScheduler() {}

        /**
         * How much longer the running coroutine may take: then what it waits for, or waits for next, throws a
         * TimeoutException.
         *
         * @param float $timeout seconds from now; 0 and less: no limit
         * @return bool true
         */
        public static function setTimeLimit(float $timeout) {}

        /**
         * event_num: waits for descriptors and threads; aio_*: the threads for files and names. c_stack_size is in bytes.
         *
         * @return array{event_num: int, signal_listener_num: int, aio_task_num: int, aio_worker_num: int, aio_queue_size: int, coroutine_num: int, coroutine_peak_num: int, coroutine_last_cid: int, c_stack_size: int}
         */
        public static function stats() {}

        /** @return Coroutine\Iterator the numbers of all coroutines */
        public static function list() {}

        /**
         * @implementation-alias Swoole\Coroutine::list
         * @return Coroutine\Iterator
         */
        public static function listCoroutines() {}
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
