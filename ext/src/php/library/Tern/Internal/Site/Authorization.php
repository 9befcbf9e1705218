<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use function strlen;

/** What PHP makes of a field Authorization: an empty name or password is none. */
final class Authorization
{
    private const BASIC = 'basic ';
    private const DIGEST = 'digest ';

    /** @return array<string, string> variables of $_SERVER */
    public static function of(string $field): array
    {
        if (stripos($field, self::BASIC) === 0) {
            $parts = explode(':', (string) base64_decode(substr($field, strlen(self::BASIC))), 2);
            $variables = isset($parts[1]) ? ['PHP_AUTH_USER' => $parts[0], 'PHP_AUTH_PW' => $parts[1]] : [];
            return array_filter($variables, static fn(string $value): bool => $value !== '');
        }
        return stripos($field, self::DIGEST) === 0 ? ['PHP_AUTH_DIGEST' => substr($field, strlen(self::DIGEST))] : [];
    }
}
