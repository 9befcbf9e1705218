<?php

/** @generate-function-entries */

/** For classes of the library, and the launcher. Not for programs: it may change with every version. */
namespace Tern\Internal {

    /**
     * Has a function called, in a coroutine, when this worker begins to leave: what would hold it ends itself.
     *
     * @return bool false when it would never be called: the worker is leaving already, or this is none
     */
    function on_leave(callable $callback): bool {}

    /**
     * This process gets a SIGTERM when the process that started it ends, however that ends.
     *
     * @param int $parent its pid
     * @return bool false: it has ended already
     */
    function end_with_parent(int $parent): bool {}

    /**
     * The requests that this process handles on ports that keep accounts of them.
     *
     * @return array by number of the coroutine: session, method, path, age_ms, slow, cpu_ms, switches, memory (bytes),
     *     waits_for, and waits_ms, milliseconds by kind of waiting
     */
    function request_accounts(): array {}
}
