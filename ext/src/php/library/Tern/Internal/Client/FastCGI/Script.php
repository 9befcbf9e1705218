<?php

declare(strict_types=1);

namespace Tern\Internal\Client\FastCGI;

use Tern\Internal\Client\Http\PathSegments;
use function strlen;

/** Which script a path of a request means. */
final class Script
{
    private const EXTENSION = '.php';

    /**
     * @param string $name the path of the script below the document root
     * @param string $pathInfo what follows it in the path: /users/7 of /index.php/users/7
     */
    private function __construct(public readonly string $name, public readonly string $pathInfo)
    {
    }

    /**
     * @param string $path as resolve() returns it
     * @param string $index the script of a path without an extension; '': none
     */
    public static function of(string $path, string $index): self
    {
        $end = strpos($path . '/', self::EXTENSION . '/');
        if ($end !== false) {
            $end += strlen(self::EXTENSION);
            return new self(substr($path, 0, $end), substr($path, $end));
        }
        $hasExtension = str_contains(substr($path, (int) strrpos($path, '/')), '.');
        return new self($hasExtension || $index === '' ? $path : rtrim($path, '/') . "/$index", '');
    }

    /**
     * Without empty, "." and ".." segments.
     *
     * @param string $path decoded
     * @return string|null null: it is no path below a root
     */
    public static function resolve(string $path): ?string
    {
        if (!str_starts_with($path, '/') || preg_match('/[\x00-\x1F\x7F\\\\]/', $path) === 1) {
            return null;
        }
        return PathSegments::resolve($path);
    }
}
