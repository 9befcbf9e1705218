<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Cache;

use function is_string;

/** The rules for keys that PSR-6 and PSR-16 have in common. */
final class PsrKey
{
    private const RESERVED = '{}()/\\@:';

    /** @return string|null why it is not allowed; null: it is */
    public static function problem(mixed $key): ?string
    {
        return match (true) {
            !is_string($key) => 'A key must be a string, ' . get_debug_type($key) . ' given',
            $key === '' => 'A key must not be empty',
            strpbrk($key, self::RESERVED) !== false => "The key \"$key\" has one of the reserved characters " . self::RESERVED,
            default => null,
        };
    }
}
