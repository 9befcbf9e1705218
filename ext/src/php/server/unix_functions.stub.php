<?php

/** @generate-function-entries */

/**
 * Calls of the system that PHP has not, or only with an extension: for `tern fpm`. Numbers of errors are errno's. Not for programs: it
 * may change with every version.
 */
namespace Tern\Internal\Unix {

    /**
     * Opens a log to append to it. exec() closes it.
     *
     * @return int its descriptor; below 0: the error, as -2 for ENOENT
     */
    function open_log(string $path): int {}

    /** @return bool false: the text was not written, or not all of it */
    function write(int $descriptor, string $text): bool {}

    /** @return string|null "" at the end; null: nothing has arrived */
    function read(int $descriptor): ?string {}

    function close(int $descriptor): void {}

    /** dup2(2): the second descriptor becomes the first one's file. A program that this process becomes has it. */
    function redirect(int $from, int $to): bool {}

    /** The descriptor becomes /dev/null, to read and to write. A program that this process becomes has it. */
    function redirect_to_null(int $descriptor): bool {}

    /**
     * A copy, with a number of its own, that exec() closes.
     *
     * @return int below 0: the error
     */
    function duplicate(int $descriptor): int {}

    /** A program that this process becomes, or starts, has the descriptor. */
    function keep_on_exec(int $descriptor): void {}

    /** Such a program has none of the descriptors but the standard ones, unless keep_on_exec() follows. */
    function close_all_on_exec(): void {}

    /** @return int[] the end to read, which does not block, and the end to write; none: the system has no more descriptors */
    function open_pipe(): array {}

    /** @return int[] two ends that do not block: each read() returns what one write() has sent */
    function open_channel(): array {}

    /**
     * A socket that listens. A path is replaced if no process listens there any more.
     *
     * @param string $address an IP address, or an absolute path
     * @param int $mode of the path
     * @return int its descriptor, which exec() closes; below 0: the error. EADDRINUSE of a path: a process listens there
     */
    function listen(string $address, int $port, int $backlog, int $mode): int {}

    /** No process accepts connections of this socket any more, and the system refuses new ones. */
    function refuse_connections(int $socket): void {}

    /** @return mixed[]|null the address, as "127.0.0.1", "::1" or a path, and the port; null: it is no socket */
    function socket_name(int $descriptor): ?array {}

    /** @return int[]|null connections that wait in a listening socket, and how many may; null: not known */
    function listening_queue(int $descriptor): ?array {}

    /** @return array<string, mixed>|null name, uid, gid and home; null: there is no such user */
    function find_user(string $name): ?array {}

    /** @return int|null the number; null: there is no such group */
    function find_group(string $name): ?int {}

    /**
     * Of this process.
     *
     * @return array<string, mixed> as find_user(); without a name and a home where the system knows none
     */
    function current_user(): array {}

    /**
     * Gives users and groups, by their numbers, access to a path: an access control list.
     *
     * @param int[] $users
     * @param int[] $groups
     * @return int 0, or the error
     */
    function allow_access(string $path, array $users, array $groups): int {}

    /** @param string $resource files or core. @param int $most -1: no limit. @return int 0, or the error */
    function limit(string $resource, int $most): int {}

    /** @return int 0, or the error */
    function set_priority(int $priority): int {}

    /**
     * Other processes of its user may read the memory of this process.
     *
     * @return int 0, or the error
     */
    function be_dumpable(): int {}

    /**
     * Takes groups and user for good, in another root.
     *
     * @param string $user a name or a number; "": as before. So are the others
     * @param string $group its name or number
     * @param string $folder which is the root from now on
     * @return bool false: the process must end; the log says why
     */
    function drop_privileges(string $user, string $group, string $folder): bool {}

    /**
     * Of the process itself, for its libraries and the programs that it starts.
     *
     * @phpstan-param array<string, string> $variables
     * @param bool $clear removes all others
     */
    function change_environment(array $variables, bool $clear): void {}

    /** This process leads a group of its own. Signals of the terminal do not reach it then. */
    function lead_group(): void {}

    /** This process leads a session of its own, without a terminal. */
    function lead_session(): void {}

    /**
     * Sends a signal to all processes of a group.
     *
     * @return bool false: it has none
     */
    function signal_group(int $leader, int $signal): bool {}

    /**
     * Blocked signals wait, also for the program that this process becomes.
     *
     * @param int[] $signals
     */
    function block_signals(array $signals, bool $block): void {}

    /**
     * Signals do what they do without a handler.
     *
     * @param int[] $signals
     */
    function reset_signals(array $signals): void {}

    /** Now, where this system is: "29-Nov-2026 22:50:00", with microseconds if wanted. */
    function log_time(bool $precise): string {}

    /** A server that this process starts listens at that socket, which is not its own, where its port has the same address. */
    function inherit_socket(int $descriptor): void {}
}
