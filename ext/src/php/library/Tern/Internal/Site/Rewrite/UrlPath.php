<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use Tern\Internal\Http\PathSegments;
use function ord;
use function sprintf;

/** Paths of URLs: to their normal form, and escaped. */
final class UrlPath
{
    private const BAD_REQUEST = 400;
    private const NOT_FOUND = 404;

    /**
     * Decodes it once, resolves "." and "..", and merges slashes.
     *
     * @return string|int the path, or the status that answers it: what is malformed, leaves the root, or has an encoded slash or NUL
     */
    public static function normalize(string $raw): string|int
    {
        if ($raw === '' || $raw[0] !== '/' || preg_match('/%(?![0-9a-f]{2})/i', $raw) === 1) {
            return self::BAD_REQUEST;
        }
        if (preg_match('/%(?:2f|00)|\0/i', $raw) === 1) {
            return self::NOT_FOUND;
        }
        $path = rawurldecode($raw);
        return preg_match('~//|/\.\.?(?:/|$)~', $path) === 1 ? PathSegments::resolve($path) ?? self::BAD_REQUEST : $path;
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
