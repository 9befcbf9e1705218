<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on lists. */
trait Lists
{
    public function lPush($key, ...$value)
    {
        return $this->command(['LPUSH', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    public function rPush($key, ...$value)
    {
        return $this->command(['RPUSH', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    public function lPushx($key, $value)
    {
        return $this->command(['LPUSHX', $key, $this->pack($value)]);
    }

    public function rPushx($key, $value)
    {
        return $this->command(['RPUSHX', $key, $this->pack($value)]);
    }

    public function lPop($key)
    {
        return $this->command(['LPOP', $key]);
    }

    public function rPop($key)
    {
        return $this->command(['RPOP', $key]);
    }

    public function blPop($key, $timeout_or_key, ...$extra_args)
    {
        return $this->command(['BLPOP', ...self::flat($key, [$timeout_or_key, ...$extra_args])]);
    }

    public function brPop($key, $timeout_or_key, ...$extra_args)
    {
        return $this->command(['BRPOP', ...self::flat($key, [$timeout_or_key, ...$extra_args])]);
    }

    public function rpoplpush($src, $dst)
    {
        return $this->command(['RPOPLPUSH', $src, $dst]);
    }

    public function bRPopLPush($src, $dst, $timeout)
    {
        return $this->command(['BRPOPLPUSH', $src, $dst, $timeout]);
    }

    public function lLen($key)
    {
        return $this->command(['LLEN', $key]);
    }

    public function lSize($key)
    {
        return $this->command(['LLEN', $key]);
    }

    public function lIndex($key, $integer)
    {
        return $this->command(['LINDEX', $key, $integer]);
    }

    public function lGet($key, $index)
    {
        return $this->command(['LINDEX', $key, $index]);
    }

    public function lSet($key, $index, $value)
    {
        return $this->command(['LSET', $key, $index, $this->pack($value)]);
    }

    public function lInsert($key, $position, $pivot, $value)
    {
        return $this->command(['LINSERT', $key, $position, $this->pack($pivot), $this->pack($value)]);
    }

    public function lRange($key, $start, $end)
    {
        return $this->command(['LRANGE', $key, $start, $end]);
    }

    public function lGetRange($key, $start, $end)
    {
        return $this->command(['LRANGE', $key, $start, $end]);
    }

    public function ltrim($key, $start, $stop)
    {
        return $this->command(['LTRIM', $key, $start, $stop]);
    }

    public function listTrim($key, $start, $stop)
    {
        return $this->command(['LTRIM', $key, $start, $stop]);
    }

    public function lRem($key, $value, $count)
    {
        return $this->command(['LREM', $key, $count, $this->pack($value)]);
    }

    public function lRemove($key, $value, $count)
    {
        return $this->command(['LREM', $key, $count, $this->pack($value)]);
    }
}
