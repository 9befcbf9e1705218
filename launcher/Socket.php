<?php

declare(strict_types=1);

namespace Tern\Launcher;

use function in_array;

/** The types of ports, SWOOLE_SOCK_*, and what they are called elsewhere. */
final class Socket
{
    private const SCHEMES = [
        SWOOLE_SOCK_TCP => 'tcp',
        SWOOLE_SOCK_TCP6 => 'tcp',
        SWOOLE_SOCK_UDP => 'udp',
        SWOOLE_SOCK_UDP6 => 'udp',
        SWOOLE_SOCK_UNIX_STREAM => 'unix',
        SWOOLE_SOCK_UNIX_DGRAM => 'udg',
    ];
    private const SIXTH = [SWOOLE_SOCK_TCP => SWOOLE_SOCK_TCP6, SWOOLE_SOCK_UDP => SWOOLE_SOCK_UDP6];

    public static function isPath(int $type): bool
    {
        return in_array($type & ~SWOOLE_SSL, [SWOOLE_SOCK_UNIX_STREAM, SWOOLE_SOCK_UNIX_DGRAM], true);
    }

    /** The type that listens at this address, else as $type. */
    public static function typeFor(int $type, string $host): int
    {
        $rest = $type & SWOOLE_SSL;
        $fourth = array_search($type & ~SWOOLE_SSL, self::SIXTH, true) ?: $type & ~SWOOLE_SSL;
        return $rest | (str_contains($host, ':') ? self::SIXTH[$fourth] : $fourth);
    }

    /** What stream_socket_server() calls it: tcp://127.0.0.1:9501. */
    public static function address(int $type, string $host, int $port): string
    {
        $scheme = self::SCHEMES[$type & ~SWOOLE_SSL];
        return self::isPath($type) ? "$scheme://$host" : "$scheme://" . self::named($host) . ":$port";
    }

    /** For people. */
    public static function place(int $type, string $host, int $port, bool $isHttp, bool $isSecure): string
    {
        if (self::isPath($type)) {
            return "unix:$host";
        }
        $scheme = $isHttp ? 'http' . ($isSecure ? 's' : '') : self::SCHEMES[$type & ~SWOOLE_SSL];
        return "$scheme://" . self::named($host) . ":$port" . ($isHttp ? '/' : '');
    }

    private static function named(string $host): string
    {
        return str_contains($host, ':') ? "[$host]" : $host;
    }
}
