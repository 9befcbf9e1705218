<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on hashes. */
trait Hashes
{
    public function hGet($key, $member)
    {
        return $this->command(['HGET', $key, $member]);
    }

    public function hSet($key, $member, $value)
    {
        return $this->command(['HSET', $key, $member, $this->pack($value)]);
    }

    public function hSetNx($key, $member, $value)
    {
        return $this->command(['HSETNX', $key, $member, $this->pack($value)]);
    }

    public function hMSet($key, $pairs)
    {
        return $this->command(['HMSET', $key, ...$this->pairs($pairs)]);
    }

    public function hMGet($key, $keys)
    {
        $shape = fn($reply) => is_array($reply) ? array_combine(array_values($keys), $reply) : $reply;
        return $this->command(['HMGET', $key, ...array_values($keys)], $this->compatible ? $shape : null);
    }

    public function hGetAll($key)
    {
        return $this->command(['HGETALL', $key], $this->compatible ? self::paired(...) : null);
    }

    public function hDel($key, $member, ...$other_members)
    {
        return $this->command(['HDEL', $key, ...self::flat($member, $other_members)]);
    }

    public function hExists($key, $member)
    {
        return $this->command(['HEXISTS', $key, $member], $this->compatible ? self::truth(...) : null);
    }

    public function hKeys($key)
    {
        return $this->command(['HKEYS', $key]);
    }

    public function hVals($key)
    {
        return $this->command(['HVALS', $key]);
    }

    public function hLen($key)
    {
        return $this->command(['HLEN', $key]);
    }

    public function hIncrBy($key, $member, $value)
    {
        return $this->command(['HINCRBY', $key, $member, $value]);
    }

    public function hIncrByFloat($key, $member, $value)
    {
        return $this->command(['HINCRBYFLOAT', $key, $member, self::number($value)]);
    }

    private static function truth($reply)
    {
        return is_int($reply) ? $reply !== 0 : $reply;
    }

    private static function paired($reply)
    {
        return is_array($reply) ? array_combine(...self::columns($reply)) : $reply;
    }

    /** @return array{array, array} the items at even and at odd places */
    private static function columns(array $items): array
    {
        $columns = [[], []];
        foreach ($items as $at => $item) {
            $columns[$at & 1][] = $item;
        }
        return $columns;
    }
}
