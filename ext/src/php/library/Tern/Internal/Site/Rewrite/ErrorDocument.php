<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use Tern\Internal\Site\UrlPath;

/** What answers a request that failed: a path of this site, another URL, or a text. One of the three is set. */
final class ErrorDocument
{
    private function __construct(public readonly ?string $path, public readonly ?string $url, public readonly ?string $text)
    {
    }

    /** Null: the server's own page. */
    public static function of(string $value): ?self
    {
        return match (true) {
            $value === 'default' => null,
            str_starts_with($value, '/') => new self($value, null, null),
            UrlPath::isAbsoluteUrl($value) => new self(null, $value, null),
            default => new self(null, null, ltrim($value, '"')),
        };
    }
}
