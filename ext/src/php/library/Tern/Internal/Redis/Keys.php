<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

use function is_array;

/** Commands on keys of any type. */
trait Keys
{
    /**
     * @param string|array<string> $key
     * @param string ...$other_keys
     * @return mixed
     */
    public function del($key, ...$other_keys)
    {
        return $this->command(['DEL', ...self::flat($key, $other_keys)]);
    }

    /**
     * @param string|array<string> $key
     * @param string ...$other_keys
     * @return mixed
     */
    public function delete($key, ...$other_keys)
    {
        return $this->command(['DEL', ...self::flat($key, $other_keys)]);
    }

    /**
     * @param string|array<string> $key
     * @param string ...$other_keys
     * @return mixed
     */
    public function exists($key, ...$other_keys)
    {
        return $this->command(['EXISTS', ...self::flat($key, $other_keys)]);
    }

    /**
     * @param string $pattern
     * @return mixed
     */
    public function getKeys($pattern)
    {
        return $this->command(['KEYS', $pattern]);
    }

    /**
     * @param string $pattern
     * @return mixed
     */
    public function keys($pattern)
    {
        return $this->command(['KEYS', $pattern]);
    }

    /**
     * @param string $key
     * @return mixed
     */
    public function type($key)
    {
        return $this->command(['TYPE', $key], self::type_number(...));
    }

    /**
     * @param string $key
     * @return mixed
     */
    public function persist($key)
    {
        return $this->command(['PERSIST', $key]);
    }

    /**
     * @param string $key
     * @return mixed
     */
    public function ttl($key)
    {
        return $this->command(['TTL', $key]);
    }

    /**
     * @param string $key
     * @return mixed
     */
    public function pttl($key)
    {
        return $this->command(['PTTL', $key]);
    }

    /**
     * @param string $key
     * @param int $integer
     * @return mixed
     */
    public function expire($key, $integer)
    {
        return $this->command(['EXPIRE', $key, $integer]);
    }

    /**
     * @param string $key
     * @param int|float $timeout
     * @return mixed
     */
    public function setTimeout($key, $timeout)
    {
        return $this->command(['EXPIRE', $key, $timeout]);
    }

    /**
     * @param string $key
     * @param int $timestamp
     * @return mixed
     */
    public function pexpire($key, $timestamp)
    {
        return $this->command(['PEXPIRE', $key, $timestamp]);
    }

    /**
     * @param string $key
     * @param int $timestamp
     * @return mixed
     */
    public function expireAt($key, $timestamp)
    {
        return $this->command(['EXPIREAT', $key, $timestamp]);
    }

    /**
     * @param string $key
     * @param int $timestamp
     * @return mixed
     */
    public function pexpireAt($key, $timestamp)
    {
        return $this->command(['PEXPIREAT', $key, $timestamp]);
    }

    /**
     * @param string $key
     * @param string $newkey
     * @return mixed
     */
    public function rename($key, $newkey)
    {
        return $this->command(['RENAME', $key, $newkey]);
    }

    /**
     * @param string $key
     * @param string $newkey
     * @return mixed
     */
    public function renameKey($key, $newkey)
    {
        return $this->command(['RENAME', $key, $newkey]);
    }

    /**
     * @param string $key
     * @param string $newkey
     * @return mixed
     */
    public function renameNx($key, $newkey)
    {
        return $this->command(['RENAMENX', $key, $newkey]);
    }

    /**
     * @param string $key
     * @param int $dbindex
     * @return mixed
     */
    public function move($key, $dbindex)
    {
        return $this->command(['MOVE', $key, $dbindex]);
    }

    /** @return mixed */
    public function randomKey()
    {
        return $this->command(['RANDOMKEY']);
    }

    /**
     * @param string $key
     * @return mixed
     */
    public function dump($key)
    {
        return $this->command(['DUMP', $key]);
    }

    /**
     * @param string $key
     * @param int $ttl
     * @param string $value
     * @return mixed
     */
    public function restore($key, $ttl, $value)
    {
        return $this->command(['RESTORE', $key, $ttl, $value]);
    }

    /**
     * @param string $key
     * @return mixed
     */
    public function debug($key)
    {
        return $this->command(['DEBUG', 'OBJECT', $key]);
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
