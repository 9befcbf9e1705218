<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use function strlen;

/** What PHP makes of a field Authorization: an empty password counts as no password. */
final class Authorization
{
    private const BASIC = 'basic ';
    private const DIGEST = 'digest ';

    /** @return array<string, string> variables of $_SERVER */
    public static function of(string $field): array
    {
        if (stripos($field, self::BASIC) === 0) {
            return self::basic((string) base64_decode(substr($field, strlen(self::BASIC))));
        }
        return stripos($field, self::DIGEST) === 0 ? ['PHP_AUTH_DIGEST' => substr($field, strlen(self::DIGEST))] : [];
    }

    /** @return array<string, string> */
    private static function basic(string $credentials): array
    {
        $parts = explode(':', $credentials, 2);
        if (!isset($parts[1])) {
            return [];
        }
        return ['PHP_AUTH_USER' => $parts[0]] + ($parts[1] === '' ? [] : ['PHP_AUTH_PW' => $parts[1]]);
    }
}
