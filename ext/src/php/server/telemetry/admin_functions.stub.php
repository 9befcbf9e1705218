<?php

/** @generate-function-entries */

/** For Tern\Internal\Admin. Not for programs: it may change with every version. */
namespace Tern\Internal {

    /**
     * In any process of a server: its worker processes, those that leave or just started too.
     *
     * @return list<array{id: int, pid: int, role: 'event'|'task'|'user'|'admin', status: string, requests: int, connections: int, websockets: int,
     *     concurrency: int, waiting: int, coroutines: int, timers: int, tasks: int, blocked: int, stuck: ?string,
     *     memory_rss: int, memory_php: int, loop_lag_ms: float, started: int}> role: "event", "task", "user", "admin"; status:
     *     "starting", "busy", "idle", "exiting"; stuck: where PHP code keeps its loop from turning now; memory in bytes;
     *     loop_lag_ms: the longest turn of late; started: seconds since 1970
     */
    function workers(): array {}

    /** In the admin process: whether the server shuts down. */
    function is_draining(): bool {}

    /** In the admin process: one had a wrong token. */
    function count_refusal(): void {}

    /**
     * The requests that coroutines of this worker handle.
     *
     * @return array<int, array{method: string, path: string}> by number of the coroutine
     */
    function requests(): array {}

    /**
     * The connections of db_connections that objects of this worker keep between requests.
     *
     * @return list<array{reason: string, where: string, got_at: string, for_ms: int}> where: the line that pinned it; got_at: the
     *     line at which the object got it; lines as "file:line"
     */
    function pinned_connections(): array {}

    /**
     * What this worker has asked databases, by digests (option db_queries).
     *
     * @return list<array{digest: string, text: string, summary: string, system: string, count: int, failed: int, rows: int,
     *     waited_ms: float, first_ms: float, worst_ms: float}> sums; the last one, with the text "", has those that are left out
     */
    function queries(): array {}
}
