<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use Tern\Internal\Client\Http\PathSegments;
use function ord;
use function sprintf;

/** Paths of URLs: decoded to their normal form, and escaped. */
final class UrlPath
{
    private const BAD_REQUEST = 400;
    private const NOT_FOUND = 404;
    private const MALFORMED = '/%(?![0-9A-Fa-f]{2})/';

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
            if (preg_match(self::MALFORMED, $encoded) === 1) {
                return null;
            }
            $plain = rawurldecode($encoded);
        }
        if (!str_starts_with($plain, '/') || str_contains($plain, "\0")) {
            return null;
        }
        // Most paths have their normal form.
        return str_contains($plain, '//') || str_contains($plain, '/.') ? PathSegments::resolve($plain) : $plain;
    }

    /**
     * The same as rules see it: as under Apache, a path with an encoded slash or a NUL byte does not exist.
     *
     * @return string|int the path, or the status that answers it
     */
    public static function forRules(string $encoded): string|int
    {
        if (!str_starts_with($encoded, '/') || preg_match(self::MALFORMED, $encoded) === 1) {
            return self::BAD_REQUEST;
        }
        return preg_match('/%(?:2f|00)|\0/i', $encoded) === 1 ? self::NOT_FOUND : self::of($encoded) ?? self::BAD_REQUEST;
    }

    /** All but what may stand in the path of a URL is escaped. */
    public static function escape(string $path): string
    {
        return self::escapeMatches("/[^A-Za-z0-9\$\-_.+!*'(),:;@&=\/~]/", $path);
    }

    /** The path of an absolute URL; its scheme, host and port stay. */
    public static function escapeUrl(string $url): string
    {
        if (preg_match('~^([a-z0-9+]+://[^/]*)(.*)$~is', $url, $parts) === 1) {
            return $parts[1] . self::escape($parts[2]);
        }
        return preg_match('~^([a-z]+:)(.*)$~is', $url, $parts) === 1 ? $parts[1] . self::escape($parts[2]) : $url;
    }

    /**
     * A value that a rule puts into a URL, flag B.
     *
     * @param string $characters those to escape; '': all but letters, digits and "_"
     */
    public static function escapeValue(string $value, string $characters, bool $hasPlus): string
    {
        $escaped = self::escapeMatches($characters === '' ? '/[^A-Za-z0-9_]/' : '/[' . preg_quote($characters, '/') . ']/', $value);
        return $hasPlus ? str_replace('%20', '+', $escaped) : $escaped;
    }

    public static function isAbsoluteUrl(string $text): bool
    {
        return preg_match('~^(?:(?:https?|ftps?|wss?|gopher|nntp|ldap|rtsp)://|(?:mailto|news):)~i', $text) === 1;
    }

    private static function escapeMatches(string $pattern, string $text): string
    {
        return preg_replace_callback($pattern, static fn(array $found): string => sprintf('%%%02x', ord($found[0])), $text) ?? '';
    }
}
