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
     * This process gets a SIGTERM when the one that started it ends, however it does.
     *
     * @param int $parent its pid
     * @return bool false: it has ended already
     */
    function end_with_parent(int $parent): bool {}

    /**
     * A new inotify(7) instance that does not block and is closed by exec().
     *
     * @return int its descriptor; -1: the system has no more of them
     */
    function inotify_open(): int {}

    /**
     * Has events of a folder, not of those below it: files that were written and closed, came, went or moved.
     *
     * @return int the number that events of it carry; -1: it is none, or the system watches no more
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
}
