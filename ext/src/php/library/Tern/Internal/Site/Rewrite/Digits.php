<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function strlen;

/** Texts that are decimal numbers without a sign. */
final class Digits
{
    private const MOST = 9;

    public static function are(string $text): bool
    {
        return $text !== '' && strlen($text) <= self::MOST && strspn($text, '0123456789') === strlen($text);
    }
}
