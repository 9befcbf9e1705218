<?php

/** @generate-function-entries */

/** For bin/tern. Not for programs: it may change with every version. */
namespace Tern\Internal {

    /**
     * execv(3): this process becomes another program. Returns only when that fails.
     *
     * @param string[] $command its path, then its arguments
     * @return bool false
     */
    function become(array $command): bool {}

    /**
     * A program that this process becomes, or starts, does not get the descriptor of that stream.
     *
     * @template T
     * @param T $stream false: there is none
     * @return T the same
     */
    function close_on_exec(mixed $stream): mixed {}

    /**
     * Who has made the other end of a unix socket listen, or the socket pair (SO_PEERCRED).
     *
     * @return int the user's number; -1: that is no unix socket
     */
    function peer_user(\Swoole\Coroutine\Socket $socket): int {}

    /**
     * This process gets a SIGTERM when the one that started it ends, however it does.
     *
     * @param int $parent its pid
     * @return bool false: it has ended already
     */
    function end_with_parent(int $parent): bool {}

    /**
     * From now on processes whose parent has ended become children of this one, if it started them or their parents.
     *
     * @return bool false: the system has no such thing
     */
    function adopt_orphans(): bool {}

    /**
     * A new inotify(7) instance that does not block and is closed by exec().
     *
     * @return int its descriptor; -1: the system has no more of them
     */
    function inotify_open(): int {}

    /**
     * Has events of a folder, not of those below it: files that were written and closed, came, went or moved.
     *
     * @return int the number that events of it carry; -1: it is not a folder, or the system can watch no more
     */
    function inotify_watch(int $descriptor, string $folder): int {}

    /**
     * For the metrics of this worker. Without effect elsewhere.
     *
     * @param int $all applications of the folder
     * @param int $busy those that handle a request
     * @param int $waiting requests that wait for one
     */
    function report_applications(int $all, int $busy, int $waiting): void {}

    /**
     * An application begins to load in this worker, or has ended to do so. Until the last one has, a worker that starts is not ready.
     *
     * @param int $change 1 or -1
     */
    function count_load(int $change): void {}

    /**
     * In the master of a running server: processes that it starts from now on have these options. Only for options that nothing
     * in the master depends on.
     *
     * @param mixed[] $options by name
     */
    function change_options(\Swoole\Server $server, array $options): void {}

    /**
     * Call it before start(): a process of its own calls $boot with the server before there are workers, and the event workers are forked
     * from that process. So they share what it has loaded. A reload does the same again. Where that fails, workers are forked from the
     * master.
     */
    function boot_once(\Swoole\Server $server, callable $boot): void {}

    /** Call it before addProcess(): the server starts the process only when want_process() asks for it. */
    function run_on_demand(\Swoole\Process $process): void {}

    /**
     * For a process of addProcess(), in any process of its server.
     *
     * @param int $id of the process
     * @param bool $more true: one more is wanted; false: one less, as this process ends now and is not to be replaced
     * @return bool false: there is no such process, or this is no process of a server
     */
    function want_process(int $id, bool $more): bool {}

    /**
     * Has a server handle one request at a time: it accepts a connection, writes a zero byte to it, and accepts the next one when
     * the connection and its handler have ended. Others wait in the queue of the socket, which several processes may share. Call
     * it before start().
     */
    function accept_one_by_one(\Swoole\Coroutine\Http\Server $server): void {}

    /**
     * opcache learns the time, and restarts if it has to and nothing runs from its memory.
     *
     * @return int a number that changes when a restart becomes pending, and again after it: contexts that began before keep the
     *     memory, or run without opcache
     */
    function opcache_generation(): int {}

    /**
     * opcache_get_status(false), also where code outside of contexts is not taken from opcache.
     *
     * @return array<string, mixed>|false
     */
    function opcache_status(): array|false {}
}
