<?php

/** @generate-class-entries */

namespace Swoole {

    /**
     * Coroutines by their number. Numbers start at 1 and are not used again. The methods of Coroutine\System are static
     * methods of this class, too.
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

        /** @return array counters: coroutine_num, coroutine_peak_num, ... */
        public static function stats() {}

        /** @return \ArrayIterator the numbers of all coroutines */
        public static function list() {}
    }
}
