<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Http;

/** The path of a URL by its segments. */
final class PathSegments
{
    /**
     * Without empty, "." and ".." segments. A slash at the end stays.
     *
     * @param string $path decoded; it starts with a slash
     * @return string|null null: it leads above the root
     */
    public static function resolve(string $path): ?string
    {
        $segments = [];
        foreach (explode('/', $path) as $segment) {
            if ($segment === '..' && array_pop($segments) === null) {
                return null;
            }
            if ($segment !== '' && $segment !== '.' && $segment !== '..') {
                $segments[] = $segment;
            }
        }
        $isFolder = preg_match('~/\.{0,2}\z~', $path) === 1 && $segments !== [];
        return '/' . implode('/', $segments) . ($isFolder ? '/' : '');
    }
}
