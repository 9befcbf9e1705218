<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Redis;

use function is_array;

/**
 * Commands on keys of any type.
 *
 * @method mixed del(string|array<string> $key, string ...$other_keys) DEL flat($key, $other_keys)
 * @method mixed delete(string|array<string> $key, string ...$other_keys) DEL flat($key, $other_keys)
 * @method mixed exists(string|array<string> $key, string ...$other_keys) EXISTS flat($key, $other_keys)
 * @method mixed getKeys(string $pattern) KEYS
 * @method mixed keys(string $pattern) KEYS
 * @method mixed persist(string $key) PERSIST
 * @method mixed ttl(string $key) TTL
 * @method mixed pttl(string $key) PTTL
 * @method mixed expire(string $key, int $integer) EXPIRE
 * @method mixed setTimeout(string $key, int|float $timeout) EXPIRE
 * @method mixed pexpire(string $key, int $timestamp) PEXPIRE
 * @method mixed expireAt(string $key, int $timestamp) EXPIREAT
 * @method mixed pexpireAt(string $key, int $timestamp) PEXPIREAT
 * @method mixed rename(string $key, string $newkey) RENAME
 * @method mixed renameKey(string $key, string $newkey) RENAME
 * @method mixed renameNx(string $key, string $newkey) RENAMENX
 * @method mixed move(string $key, int $dbindex) MOVE
 * @method mixed randomKey() RANDOMKEY
 * @method mixed dump(string $key) DUMP
 * @method mixed restore(string $key, int $ttl, string $value) RESTORE
 * @method mixed debug(string $key) DEBUG OBJECT
 */
trait Keys
{
    /**
     * @param string $key
     * @return mixed
     */
    public function type($key)
    {
        return $this->command(['TYPE', $key], self::type_number(...));
    }

    private static function type_number(mixed $name): mixed
    {
        return match ($name) {
            'none' => SWOOLE_REDIS_TYPE_NOT_FOUND,
            'string' => SWOOLE_REDIS_TYPE_STRING,
            'set' => SWOOLE_REDIS_TYPE_SET,
            'list' => SWOOLE_REDIS_TYPE_LIST,
            'zset' => SWOOLE_REDIS_TYPE_ZSET,
            'hash' => SWOOLE_REDIS_TYPE_HASH,
            default => $name,
        };
    }

    /**
     * One word or an array of them, and more words.
     *
     * @param array<mixed> $more
     * @return list<mixed>
     */
    private static function flat(mixed $first, array $more): array
    {
        return is_array($first) ? [...array_values($first), ...array_values($more)] : [$first, ...array_values($more)];
    }
}
