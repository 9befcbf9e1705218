<?php

/** @generate-class-entries */

namespace Swoole\Coroutine {

    /**
     * What would block a process, for coroutines: only the calling one waits. Each is a static method of
     * Swoole\Coroutine, too. They need a coroutine (an Error is thrown outside of one), return false with
     * swoole_last_error() when they fail or are cancelled, and take timeouts in seconds (0 or less: none).
     */
    class System
    {
        /**
         * Suspends for a time. Suspends.
         *
         * @param float $seconds above 0; less than 0.001 counts as that
         * @return bool false when it was cancelled
         * @tentative-return-type
         */
        public static function sleep(float $seconds): bool {}

        /**
         * Reads a whole file. What is in memory is read in place, anything else by a thread. Suspends.
         *
         * @param int $flag LOCK_EX: waits for the lock of a writer
         * @return string|false SWOOLE_ERROR_FILE_TOO_LARGE: it does not fit into memory_limit
         * @tentative-return-type
         */
        public static function readFile(string $filename, int $flag = 0): string|false {}

        /**
         * Replaces the content of a file, which is made when there is none. The file is overwritten and then cut to its
         * new length: it is never empty meanwhile. Suspends.
         *
         * @param int $flags FILE_APPEND, LOCK_EX
         * @return int|false the number of bytes written
         * @tentative-return-type
         */
        public static function writeFile(string $filename, string $fileContent, int $flags = 0): int|false {}

        /**
         * Reads from a stream: at most $length bytes, 0: what there is up to the end of a file, or has arrived from a
         * pipe or socket. Suspends.
         *
         * @param resource $fp
         * @return string|false
         */
        public static function fread($fp, int $length = 0) {}

        /**
         * Reads a line from a stream. Suspends.
         *
         * @param resource $fp
         * @return string|false '' at the end; false: it failed
         */
        public static function fgets($fp) {}

        /**
         * Writes to a stream, all of it. Suspends.
         *
         * @param resource $fp
         * @param int $length how much of $data, 0: all
         * @return int|false the number of bytes written
         */
        public static function fwrite($fp, string $data, int $length = 0) {}

        /**
         * @return array<string, int>|false about the file system that $path is on: bsize, blocks, bfree, ...
         * @tentative-return-type
         */
        public static function statvfs(string $path): array|false {}

        /**
         * Runs a command of the shell, with empty standard input. Its process group is killed when the wait is
         * cancelled, or the program ends. Suspends.
         *
         * @param bool $get_error_stream what it writes to standard error belongs to the output
         * @return array{code: int, signal: int, output: string}|false SWOOLE_ERROR_FILE_TOO_LARGE: the output does not fit
         *     into memory_limit
         * @tentative-return-type
         */
        public static function exec(string $command, bool $get_error_stream = false): array|false {}

        /**
         * The address of a host. Suspends.
         *
         * @param int $type AF_INET or AF_INET6
         * @return string|false SWOOLE_ERROR_DNSLOOKUP_RESOLVE_FAILED, ..._RESOLVE_TIMEOUT
         * @tentative-return-type
         */
        public static function gethostbyname(string $domain_name, int $type = AF_INET, float $timeout = -1): string|false {}

        /**
         * All addresses of a host. Suspends.
         *
         * @param int $family AF_INET or AF_INET6
         * @return list<string>|false SWOOLE_ERROR_CO_TIMEDOUT: the time was over; else as gethostbyname()
         * @tentative-return-type
         */
        public static function getaddrinfo(string $domain, int $family = AF_INET, int $socktype = SOCK_STREAM, int $protocol = STREAM_IPPROTO_TCP, ?string $service = null, float $timeout = -1): array|bool {}

        /**
         * As gethostbyname().
         *
         * @return string|false SWOOLE_ERROR_DNSLOOKUP_RESOLVE_FAILED also when the time was over
         * @tentative-return-type
         */
        public static function dnsLookup(string $domain_name, float $timeout = 60, int $type = AF_INET): string|false {}

        /**
         * Waits until any child process ends, commands of exec() apart. Suspends.
         *
         * @return array{pid: int, code: int, signal: int}|false ECHILD: there is none
         * @tentative-return-type
         */
        public static function wait(float $timeout = -1): array|false {}

        /**
         * Waits until a child process ends. Suspends.
         *
         * @param int $pid -1: any
         * @return array{pid: int, code: int, signal: int}|false ECHILD: it is no child
         * @tentative-return-type
         */
        public static function waitPid(int $pid, float $timeout = -1): array|false {}

        /**
         * Waits for the first of some signals, which has no other effect meanwhile, unless a server handles it. Suspends.
         *
         * @phpstan-param int|array<int> $signals
         * @return int|false the signal
         * @tentative-return-type
         */
        public static function waitSignal(int|array $signals, float $timeout = -1): int|false {}

        /**
         * Waits until a descriptor is ready. Suspends.
         *
         * @param mixed $socket a number, a stream, a Socket or an object that has one
         * @param int $events SWOOLE_EVENT_READ, SWOOLE_EVENT_WRITE
         * @return int|false those that it is ready for
         * @tentative-return-type
         */
        public static function waitEvent(mixed $socket, int $events = SWOOLE_EVENT_READ, float $timeout = -1): int|false {}
    }
}
