<?php

declare(strict_types=1);

namespace Tern\Internal\Client\SwooleHttp;

use Stringable;
use TypeError;
use ValueError;
use function is_scalar;

/** The cookies of a client of one server: RFC 6265, without paths and domains. */
final class Cookies
{
    /**
     * As the field Cookie has them; values are URL-encoded.
     *
     * @param array<mixed> $cookies
     * @param string $where the function that was given them, for errors
     */
    public static function pairs(array $cookies, string $where): string
    {
        $pairs = [];
        foreach ($cookies as $name => $value) {
            if ($value === null) {
                continue;
            }
            if (!is_scalar($value) && !$value instanceof Stringable) {
                throw new TypeError("$where: Argument #1 (\$cookies) cookie \"$name\" must be of type string, " . get_debug_type($value)
                    . ' given');
            }
            if ($name === '' || preg_match('/[\x00-\x20\x7F=;,]/', (string) $name)) {
                throw new ValueError("$where: Argument #1 (\$cookies) must have names without controls, spaces, \"=\", \";\" and \",\", "
                    . json_encode((string) $name, JSON_INVALID_UTF8_SUBSTITUTE) . ' given');
            }
            $pairs[] = "$name=" . rawurlencode((string) $value);
        }
        return implode('; ', $pairs);
    }

    /**
     * What a server has set, over what there was: values are URL-decoded, and expired cookies go.
     *
     * @param array<mixed> $cookies
     * @param array<string> $fields values of Set-Cookie
     * @return array<mixed>
     */
    public static function merge(array $cookies, array $fields): array
    {
        foreach ($fields as $field) {
            $attributes = explode(';', $field);
            $pair = explode('=', array_shift($attributes), 2);
            $name = trim($pair[0]);
            if ($name === '' || !isset($pair[1])) {
                continue;
            }
            if (self::isExpired($attributes)) {
                unset($cookies[$name]);
            } elseif (!preg_match('/[\x00-\x20\x7F,]/', $name)) {
                $cookies[$name] = urldecode(trim($pair[1]));
            }
        }
        return $cookies;
    }

    /** @param array<string> $attributes */
    private static function isExpired(array $attributes): bool
    {
        $expires = false;
        foreach ($attributes as $attribute) {
            $pair = explode('=', $attribute, 2);
            $value = trim($pair[1] ?? '');
            switch (strtolower(trim($pair[0]))) {
                case 'max-age':
                    if (preg_match('/^-?\d+$/D', $value)) {
                        return $value[0] === '-' || (int) $value === 0;
                    }
                    break;
                case 'expires':
                    $at = strtotime($value);
                    $expires = $at !== false && $at <= time();
            }
        }
        return $expires;
    }
}
