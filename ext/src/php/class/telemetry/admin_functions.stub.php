<?php

/** @generate-function-entries */

/** For Tern\Internal\Admin. Not for programs: it may change with every version. */
namespace Tern\Internal {

    /**
     * In any process of a server: its worker processes, those that leave or just started too.
     *
     * @return array rows of id, pid, role ("event", "task", "user", "admin"), status ("starting", "busy", "idle",
     *     "exiting"), numbers of requests, connections, websockets, concurrency, waiting, coroutines, timers, tasks and
     *     blocked, stuck (null, or where PHP code keeps its loop from turning now), memory_rss and memory_php in bytes,
     *     loop_lag_ms (the longest turn of late) and started (seconds since 1970)
     */
    function workers(): array {}

    /** In the admin process: whether the server shuts down. */
    function is_draining(): bool {}

    /** In the admin process: one had a wrong token. */
    function count_refusal(): void {}

    /**
     * The requests that coroutines of this worker handle.
     *
     * @return array by number of the coroutine: method, path
     */
    function requests(): array {}
}
