<?php

declare(strict_types=1);

namespace OpenSwoole;

/** Functions of the API as methods, with tern.openswoole. None of them suspends. */
final class Util
{
    public static function getVersion(): string
    {
        return openswoole_version();
    }

    /** How many CPUs the process may use. */
    public static function getCPUNum(): int
    {
        return swoole_cpu_num();
    }

    /** @return array<string, string> addresses of IPv4 by network interface */
    public static function getLocalIp(): array
    {
        return swoole_get_local_ip();
    }

    /** @return array<string, string> hardware addresses by network interface */
    public static function getLocalMac(): array
    {
        return swoole_get_local_mac();
    }

    public static function getLastErrorCode(): int
    {
        return swoole_last_error();
    }

    /** @param int|null $errorType SWOOLE_STRERROR_*; null: SWOOLE_STRERROR_SYSTEM */
    public static function getErrorMessage(int $errorCode, ?int $errorType = null): string
    {
        return swoole_strerror($errorCode, $errorType ?? SWOOLE_STRERROR_SYSTEM);
    }

    /** The error of the last system call. */
    public static function errorCode(): int
    {
        return swoole_errno();
    }

    public static function clearError(): void
    {
        swoole_clear_error();
    }

    /** @param int $level SWOOLE_LOG_* */
    public static function log(int $level, string $message): void
    {
        swoole_error_log($level, $message);
    }

    public static function hashcode(string $content, int $type = 0): int|bool
    {
        return swoole_hashcode($content, $type);
    }

    public static function mimeTypeAdd(string $suffix, string $mimeType): bool
    {
        return swoole_mime_type_add($suffix, $mimeType);
    }

    public static function mimeTypeSet(string $suffix, string $mimeType): bool
    {
        swoole_mime_type_set($suffix, $mimeType);
        return true;
    }

    public static function mimeTypeDel(string $suffix): bool
    {
        return swoole_mime_type_delete($suffix);
    }

    public static function mimeTypeGet(string $filename): string
    {
        return swoole_mime_type_get($filename);
    }

    /** @return array<string, string> types by suffix */
    public static function mimeTypeList(): array
    {
        return swoole_mime_type_list();
    }

    public static function mimeTypeExists(string $filename): bool
    {
        return swoole_mime_type_exists($filename);
    }

    public static function setProcessName(string $name): void
    {
        swoole_set_process_name($name);
    }

    /** @param array<string, mixed> $settings as Coroutine::set() takes them */
    public static function setAio(array $settings): bool
    {
        return swoole_async_set($settings);
    }
}
