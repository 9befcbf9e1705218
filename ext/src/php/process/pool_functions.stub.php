<?php

/** @generate-function-entries */

/** For Tern\Pool. Not for programs: it may change with every version. */
namespace Tern\Internal {

    /**
     * The socket that the running coroutine connected last, since the outermost cooperate().
     *
     * @return int for is_quiet(); 0: none
     */
    function connected_socket(): int {}

    /** What connected_socket() returns from now on. */
    function take_socket(int $socket): void {}

    /** Whether it is still the same socket, and nothing has arrived there: neither bytes nor its end. No round trip. */
    function is_quiet(int $socket): bool {}

    /**
     * Whether a wait there was given up, by a cancellation or a time limit. Then its client may take the late response for
     * that of its next request, so that client must not be used any more.
     */
    function is_cut(int $socket): bool {}

    /**
     * Makes a PDO object of MySQL or a mysqli object what it was when it was connected: COM_CHANGE_USER, then the init
     * commands. Nothing of the session survives that on the server. Suspends.
     *
     * @param string|null $database the current one afterwards; null: the one that was connected to
     * @return bool false when that failed; the connection is of no use any more
     */
    function reset_mysql(object $connection, ?string $database = null): bool {}

    /** How many variables, properties and other objects hold an object, the argument of this call not counted. */
    function references(object $object): int {}
}
