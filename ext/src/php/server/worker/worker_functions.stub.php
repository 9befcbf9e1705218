<?php

/** @generate-function-entries */

/** For classes of the library that live as long as a worker lets them. Not for programs: it may change with every version. */
namespace Tern\Internal {

    /**
     * Has a function called, in a coroutine, when this worker begins to leave: what would hold it ends itself.
     *
     * @return bool false when it would never be called: the worker is leaving already, or this process is not a worker
     */
    function on_leave(callable $callback): bool {}

    /**
     * The requests that this process handles on ports that keep accounts of them.
     *
     * @return array<int, array{session: int, method: string, path: string, age_ms: float, slow: bool, cpu_ms: float, switches: int,
     *     memory: int, waits_for: string, waits_ms: array<string, float>}> by number of the coroutine; memory in bytes,
     *     waits_ms: milliseconds by kind of waiting
     */
    function request_accounts(): array {}

    /**
     * For the slowlog of a pool: sends the stacks of slow requests to a socket, and no report of them to a log. Each is one message:
     * the numbers of the process and of the coroutine and the microseconds that the request is old, then a line for each frame.
     *
     * @param int $descriptor it has to stay open
     * @param int $depth how many frames
     */
    function trace_slow_requests(int $descriptor, int $depth): void {}

    /**
     * The IP address of this machine that a client has connected to.
     *
     * @param int $fd of a connection of this worker
     * @return string '': there is no such connection, or it is that of a unix socket
     */
    function server_address(int $fd): string {}
}
