<?php

/** @generate-function-entries */

namespace {

    /**
     * As Swoole\Coroutine::create().
     *
     * @return int|false
     */
    function swoole_coroutine_create(callable $func, mixed ...$param) {}

    /** As Swoole\Coroutine::defer(). */
    function swoole_coroutine_defer(callable $callback): void {}
}

namespace Swoole\Coroutine {

    /**
     * Runs a function as a coroutine and waits until it and everything that it started has ended: coroutines, timers,
     * events. For programs without a server, outside of coroutines. An uncaught exception there ends the program.
     *
     * @param mixed $args passed to the function
     * @return bool false, with a warning, inside of a coroutine or a server
     */
    function run(callable $fn, mixed ...$args): bool {}

    /**
     * As Swoole\Coroutine::create().
     *
     * @return int|false
     * @implementation-alias swoole_coroutine_create
     */
    function go(callable $fn, mixed ...$args) {}

    /**
     * As Swoole\Coroutine::defer().
     *
     * @implementation-alias swoole_coroutine_defer
     */
    function defer(callable $callback): void {}
}
