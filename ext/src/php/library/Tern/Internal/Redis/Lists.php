<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on lists. */
trait Lists
{
    /**
     * @param string $key
     * @param mixed ...$value
     * @return mixed
     */
    public function lPush($key, ...$value)
    {
        return $this->command(['LPUSH', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    /**
     * @param string $key
     * @param mixed ...$value
     * @return mixed
     */
    public function rPush($key, ...$value)
    {
        return $this->command(['RPUSH', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    /**
     * @param string $key
     * @param mixed $value
     * @return mixed
     */
    public function lPushx($key, $value)
    {
        return $this->command(['LPUSHX', $key, $this->pack($value)]);
    }

    /**
     * @param string $key
     * @param mixed $value
     * @return mixed
     */
    public function rPushx($key, $value)
    {
        return $this->command(['RPUSHX', $key, $this->pack($value)]);
    }

    /**
     * @param string $key
     * @return mixed
     */
    public function lPop($key)
    {
        return $this->command(['LPOP', $key]);
    }

    /**
     * @param string $key
     * @return mixed
     */
    public function rPop($key)
    {
        return $this->command(['RPOP', $key]);
    }

    /**
     * @param string|array<string> $key
     * @param mixed $timeout_or_key
     * @param mixed ...$extra_args
     * @return mixed
     */
    public function blPop($key, $timeout_or_key, ...$extra_args)
    {
        return $this->command(['BLPOP', ...self::flat($key, [$timeout_or_key, ...$extra_args])]);
    }

    /**
     * @param string|array<string> $key
     * @param mixed $timeout_or_key
     * @param mixed ...$extra_args
     * @return mixed
     */
    public function brPop($key, $timeout_or_key, ...$extra_args)
    {
        return $this->command(['BRPOP', ...self::flat($key, [$timeout_or_key, ...$extra_args])]);
    }

    /**
     * @param string $src
     * @param string $dst
     * @return mixed
     */
    public function rpoplpush($src, $dst)
    {
        return $this->command(['RPOPLPUSH', $src, $dst]);
    }

    /**
     * @param string $src
     * @param string $dst
     * @param int|float $timeout
     * @return mixed
     */
    public function bRPopLPush($src, $dst, $timeout)
    {
        return $this->command(['BRPOPLPUSH', $src, $dst, $timeout]);
    }

    /**
     * @param string $key
     * @return mixed
     */
    public function lLen($key)
    {
        return $this->command(['LLEN', $key]);
    }

    /**
     * @param string $key
     * @return mixed
     */
    public function lSize($key)
    {
        return $this->command(['LLEN', $key]);
    }

    /**
     * @param string $key
     * @param int $integer
     * @return mixed
     */
    public function lIndex($key, $integer)
    {
        return $this->command(['LINDEX', $key, $integer]);
    }

    /**
     * @param string $key
     * @param int $index
     * @return mixed
     */
    public function lGet($key, $index)
    {
        return $this->command(['LINDEX', $key, $index]);
    }

    /**
     * @param string $key
     * @param int $index
     * @param mixed $value
     * @return mixed
     */
    public function lSet($key, $index, $value)
    {
        return $this->command(['LSET', $key, $index, $this->pack($value)]);
    }

    /**
     * @param string $key
     * @param string $position
     * @param mixed $pivot
     * @param mixed $value
     * @return mixed
     */
    public function lInsert($key, $position, $pivot, $value)
    {
        return $this->command(['LINSERT', $key, $position, $this->pack($pivot), $this->pack($value)]);
    }

    /**
     * @param string $key
     * @param int $start
     * @param int $end
     * @return mixed
     */
    public function lRange($key, $start, $end)
    {
        return $this->command(['LRANGE', $key, $start, $end]);
    }

    /**
     * @param string $key
     * @param int $start
     * @param int $end
     * @return mixed
     */
    public function lGetRange($key, $start, $end)
    {
        return $this->command(['LRANGE', $key, $start, $end]);
    }

    /**
     * @param string $key
     * @param int $start
     * @param int $stop
     * @return mixed
     */
    public function ltrim($key, $start, $stop)
    {
        return $this->command(['LTRIM', $key, $start, $stop]);
    }

    /**
     * @param string $key
     * @param int $start
     * @param int $stop
     * @return mixed
     */
    public function listTrim($key, $start, $stop)
    {
        return $this->command(['LTRIM', $key, $start, $stop]);
    }

    /**
     * @param string $key
     * @param mixed $value
     * @param int $count
     * @return mixed
     */
    public function lRem($key, $value, $count)
    {
        return $this->command(['LREM', $key, $count, $this->pack($value)]);
    }

    /**
     * @param string $key
     * @param mixed $value
     * @param int $count
     * @return mixed
     */
    public function lRemove($key, $value, $count)
    {
        return $this->command(['LREM', $key, $count, $this->pack($value)]);
    }
}
