<?php

/** @generate-function-entries */

namespace {

    /**
     * Waits until one of several clients is ready. Suspends; outside of coroutines it blocks the process.
     *
     * @phpstan-param array<mixed>|null $read
     * @param array|null $read clients, sockets, streams, numbers of descriptors; afterwards those, with their keys, that have
     *  something to receive or whose peer has closed the connection
     * @phpstan-param array<mixed>|null $write
     * @param array|null $write afterwards those that can send, or whose connect() has ended
     * @phpstan-param array<mixed>|null $except
     * @param array|null $except afterwards those with urgent data
     * @param float|null $timeout in seconds; 0: does not wait, less than 0 and null: as long as it takes
     * @return int|false how many are ready; 0: the time was over; false, with a warning, when none is open
     */
    function swoole_client_select(?array &$read, ?array &$write, ?array &$except, ?float $timeout = 0.5): int|false {}

    /**
     * @alias swoole_client_select
     * @phpstan-param array<mixed>|null $read
     * @phpstan-param array<mixed>|null $write
     * @phpstan-param array<mixed>|null $except
     */
    function swoole_select(?array &$read, ?array &$write, ?array &$except, ?float $timeout = 0.5): int|false {}
}

/** For the classes in php/library. Not for programs: it may change with every version. */
namespace Tern\Internal {

    /**
     * The descriptor of a number, a stream, a socket or another object that has one.
     *
     * @return int -1: there is none
     */
    function descriptor_of(mixed $value): int {}

    /**
     * poll(2): suspends, or blocks outside of coroutines.
     *
     * @phpstan-param array<int, int> $wanted
     * @param array $wanted by descriptor: POLLIN (1), POLLPRI (2), POLLOUT (4)
     * @param float $timeout in seconds; less than 0: as long as it takes
     * @return array<int, int>|false what is ready, by descriptor; false: swoole_last_error() says why
     */
    function poll(array $wanted, float $timeout): array|false {}

    /** @return int|false send(2) with MSG_OOB, at once; false: swoole_last_error() says why */
    function send_urgent(int $fd, string $data): int|false {}

    /** @return string|false recv(2) with MSG_OOB, at once; false: swoole_last_error() says why */
    function receive_urgent(int $fd, int $size): string|false {}

    /** @return resource|false a stream on a descriptor of its own for the same socket */
    function stream_of(int $fd) {}
}
