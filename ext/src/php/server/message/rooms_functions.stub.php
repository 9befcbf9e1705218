<?php

/** @generate-function-entries */

/** For Tern\WebSocket\Rooms. Not for programs: it may change with every version. */
namespace Tern\Internal {

    /**
     * Before start(): one more set of rooms. Throws when the server runs, or has 16 of them.
     *
     * @param int $queue bytes waiting for one client, beyond which it misses messages, or is cut off with $close
     * @param callable|null $atStart called in each worker, in a coroutine, before workerStart
     * @return int its number
     */
    function rooms_open(\Swoole\Server $server, int $queue, bool $close, int $roomsPerConnection, int $membersPerRoom, ?callable $atStart): int {}

    /**
     * Sends to all workers of this server. Does not suspend.
     *
     * @param string|null $room null: to every WebSocket
     * @param int[] $except sessions that do not get it, at most 1000
     * @phpstan-param list<int>|null $again
     * @param array|null $again what the last call returned: only there, and not in this worker
     * @return list<int>|false the workers that had no room for it; false: too long for other workers, and nothing was sent
     */
    function rooms_send(int $rooms, ?string $room, string $data, int $opcode, bool $compress, array $except, ?array $again): array|false {}

    /**
     * The same for the sessions of this worker only. Does not suspend.
     *
     * @param int[] $except
     */
    function rooms_send_here(int $rooms, ?string $room, string $data, int $opcode, bool $compress, array $except): void {}

    /**
     * Asks the workers that it takes: see RoomQuestion. Suspends when that is another one.
     *
     * @phpstan-return ($question is 1|2 ? bool : ($question is 3 ? list<string>|false : ($question is 4 ? int|false : list<int>|false)))
     * @param int $question 1 join, 2 leave ('': all), 3 rooms of $fd, 4 number of members, 5 members
     * @return bool|int|list<int|string> false when it failed
     */
    function rooms_ask(int $rooms, int $question, int $fd, string $room, float $timeout): bool|int|array {}

    /**
     * Counts messages that did not reach another worker or node.
     *
     * @return bool false, with 9006 in swoole_last_error()
     */
    function rooms_lost(int $messages): bool {}

    /** How many WebSockets this worker has. */
    function rooms_sockets(): int {}
}
