<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on keys of any type. */
trait Keys
{
    public function del($key, ...$other_keys)
    {
        return $this->command(['DEL', ...self::flat($key, $other_keys)]);
    }

    public function delete($key, ...$other_keys)
    {
        return $this->command(['DEL', ...self::flat($key, $other_keys)]);
    }

    public function exists($key, ...$other_keys)
    {
        return $this->command(['EXISTS', ...self::flat($key, $other_keys)]);
    }

    public function getKeys($pattern)
    {
        return $this->command(['KEYS', $pattern]);
    }

    public function keys($pattern)
    {
        return $this->command(['KEYS', $pattern]);
    }

    public function type($key)
    {
        return $this->command(['TYPE', $key], self::type_number(...));
    }

    public function persist($key)
    {
        return $this->command(['PERSIST', $key]);
    }

    public function ttl($key)
    {
        return $this->command(['TTL', $key]);
    }

    public function pttl($key)
    {
        return $this->command(['PTTL', $key]);
    }

    public function expire($key, $integer)
    {
        return $this->command(['EXPIRE', $key, $integer]);
    }

    public function setTimeout($key, $timeout)
    {
        return $this->command(['EXPIRE', $key, $timeout]);
    }

    public function pexpire($key, $timestamp)
    {
        return $this->command(['PEXPIRE', $key, $timestamp]);
    }

    public function expireAt($key, $timestamp)
    {
        return $this->command(['EXPIREAT', $key, $timestamp]);
    }

    public function pexpireAt($key, $timestamp)
    {
        return $this->command(['PEXPIREAT', $key, $timestamp]);
    }

    public function rename($key, $newkey)
    {
        return $this->command(['RENAME', $key, $newkey]);
    }

    public function renameKey($key, $newkey)
    {
        return $this->command(['RENAME', $key, $newkey]);
    }

    public function renameNx($key, $newkey)
    {
        return $this->command(['RENAMENX', $key, $newkey]);
    }

    public function move($key, $dbindex)
    {
        return $this->command(['MOVE', $key, $dbindex]);
    }

    public function randomKey()
    {
        return $this->command(['RANDOMKEY']);
    }

    public function dump($key)
    {
        return $this->command(['DUMP', $key]);
    }

    public function restore($key, $ttl, $value)
    {
        return $this->command(['RESTORE', $key, $ttl, $value]);
    }

    public function debug($key)
    {
        return $this->command(['DEBUG', 'OBJECT', $key]);
    }

    private static function type_number($name)
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

    /** One word or an array of them, and more words. */
    private static function flat($first, array $more): array
    {
        return is_array($first) ? [...array_values($first), ...array_values($more)] : [$first, ...array_values($more)];
    }
}
