<?php

/** @generate-function-entries */

namespace {

    /** As Swoole\Coroutine::create(). */
    function swoole_coroutine_create(callable $func, mixed ...$params): int|false {}

    /** As Swoole\Coroutine::defer(). */
    function swoole_coroutine_defer(callable $callback): void {}

    /**
     * As Swoole\Coroutine::set().
     *
     * @phpstan-param array<string, mixed> $settings
     */
    function swoole_async_set(array $settings): bool {}

    /**
     * As Swoole\Coroutine\System::dnsLookup(). Suspends.
     *
     * @param float $timeout in seconds
     * @param int $type AF_INET or AF_INET6
     */
    function swoole_async_dns_lookup_coro(string $domain_name, float $timeout = 60, int $type = AF_INET): string|false {}
}

namespace Swoole\Coroutine {

    /**
     * Runs a function as a coroutine and waits until it and everything that it started has ended: coroutines, timers,
     * events. For programs without a server, outside of coroutines. An uncaught exception there ends the program.
     *
     * @param mixed $args passed to the function
     * @return bool false, with a warning, inside of a coroutine or a server
     */
    function run(callable $fn, ...$args) {}

    /**
     * As Swoole\Coroutine::create().
     *
     * @param mixed $args passed to the function
     * @return int|false
     * @implementation-alias swoole_coroutine_create
     */
    function go(callable $fn, ...$args) {}

    /**
     * As Swoole\Coroutine::defer().
     *
     * @return void
     * @implementation-alias swoole_coroutine_defer
     */
    function defer(callable $fn) {}

    /**
     * Writes to standard error which coroutines wait, for what and where, if nothing can wake any of them. Does nothing
     * when there are none, when something can, or with enable_deadlock_check off.
     *
     * @return void
     */
    function deadlock_check() {}
}
