<?php

declare(strict_types=1);

namespace Tern\Internal;

/** What swoole_library_set_option() was given. SwooleLibrary is another name of this class. */
class LibraryOptions
{
    /** @var array<string, mixed> */
    public static array $options = [];
    /** Whether this process, or one that has forked it, has started the default server of remote objects. */
    public static bool $remote_object_server_initiated = false;
    /** The path of that server's unix socket. */
    public static string $remote_object_server_socket_file = '';

    /** @param array<string, mixed> $options */
    public static function set_all(array $options): void
    {
        self::$options = $options;
    }

    /** @return array<string, mixed> */
    public static function all(): array
    {
        return self::$options;
    }

    public static function set(string $key, mixed $value): void
    {
        self::$options[$key] = $value;
    }

    public static function get(string $key): mixed
    {
        return self::$options[$key] ?? null;
    }
}
