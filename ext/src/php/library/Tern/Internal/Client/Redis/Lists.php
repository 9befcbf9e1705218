<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Redis;

/**
 * Commands on lists.
 *
 * @method mixed lPop(string $key) LPOP
 * @method mixed rPop(string $key) RPOP
 * @method mixed rpoplpush(string $src, string $dst) RPOPLPUSH
 * @method mixed bRPopLPush(string $src, string $dst, int|float $timeout) BRPOPLPUSH
 * @method mixed lLen(string $key) LLEN
 * @method mixed lSize(string $key) LLEN
 * @method mixed lIndex(string $key, int $integer) LINDEX
 * @method mixed lGet(string $key, int $index) LINDEX
 * @method mixed lRange(string $key, int $start, int $end) LRANGE
 * @method mixed lGetRange(string $key, int $start, int $end) LRANGE
 * @method mixed ltrim(string $key, int $start, int $stop) LTRIM
 * @method mixed listTrim(string $key, int $start, int $stop) LTRIM
 */
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
