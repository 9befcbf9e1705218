<?php

declare(strict_types=1);

namespace Tern\Internal\Client\SwooleHttp;

use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use ValueError;
use function strlen;

/** What addFile() and addData() of an HTTP client are given. */
final class Uploads
{
    private const USUAL_TYPE = 'application/octet-stream';

    /**
     * @param int $length 0: to the end of the file
     * @return array{name: string, type: string, filename: string, size: int, path: string, offset: int}
     * @throws Failure when there is no such part of a file
     */
    public static function file(string $path, string $name, ?string $type, ?string $filename, int $offset, int $length, string $where): array
    {
        self::check($name, $type, $where);
        [$offset, $length] = [max(0, $offset), max(0, $length)];
        clearstatcache(true, $path);
        if (str_contains($path, "\0") || !is_file($path)) {
            throw Failure::coded(Errno::ENOENT, "$path: " . Failure::describe(Errno::ENOENT));
        }
        if (!is_readable($path)) {
            throw Failure::coded(Errno::EACCES, "$path: " . Failure::describe(Errno::EACCES));
        }
        $size = (int) filesize($path) - $offset;
        if ($size < $length || $size <= 0) {
            throw Failure::coded(Errno::EINVAL, "$path: it has fewer bytes");
        }
        $type ??= swoole_mime_type_exists($path) ? swoole_mime_type_get($path) : self::USUAL_TYPE;
        return ['path' => $path, 'name' => $name, 'filename' => $filename ?? basename($path), 'size' => $length !== 0 ? $length : $size,
            'type' => $type, 'offset' => $offset];
    }

    /** @return array{name: string, type: string, filename: string, size: int, content: string} */
    public static function data(string $data, string $name, ?string $type, ?string $filename, string $where): array
    {
        self::check($name, $type, $where);
        return ['content' => $data, 'name' => $name, 'filename' => $filename ?? $name, 'size' => strlen($data),
            'type' => $type ?? self::USUAL_TYPE];
    }

    private static function check(string $name, ?string $type, string $where): void
    {
        if ($name === '') {
            throw new ValueError("$where: Argument #2 (\$name) cannot be empty");
        }
        if ($type !== null && preg_match('/[\x00-\x1F\x7F]/', $type)) {
            throw new ValueError("$where: Argument #3 (\$type) must not contain controls");
        }
    }
}
