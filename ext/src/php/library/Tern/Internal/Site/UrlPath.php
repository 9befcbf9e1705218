<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use Tern\Internal\Http\PathSegments;

/** The path of a URL, decoded once. */
final class UrlPath
{
    /**
     * Without empty, "." and ".." segments. A slash at the end stays. What is decoded is not decoded again.
     *
     * @param string $encoded as the client sent it, without the query
     * @return string|null null: it is malformed, has a NUL byte, or leads above the root
     */
    public static function of(string $encoded): ?string
    {
        $plain = $encoded;
        if (str_contains($encoded, '%')) {
            if (preg_match('/%(?![0-9A-Fa-f]{2})/', $encoded) === 1) {
                return null;
            }
            $plain = rawurldecode($encoded);
        }
        if (!str_starts_with($plain, '/') || str_contains($plain, "\0")) {
            return null;
        }
        // Most paths have their normal form.
        return preg_match('~/(?:/|\.{1,2}(?:/|\z))~', $plain) === 1 ? PathSegments::resolve($plain) : $plain;
    }

    /** For a Location. */
    public static function encode(string $path): string
    {
        return str_replace('%2F', '/', rawurlencode($path));
    }
}
