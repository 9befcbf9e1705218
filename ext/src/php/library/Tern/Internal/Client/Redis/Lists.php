<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Redis;

/**
 * Commands on lists.
 *
 * @method mixed lPushx(string $key, mixed $value) LPUSHX $key, pack($value)
 * @method mixed rPushx(string $key, mixed $value) RPUSHX $key, pack($value)
 * @method mixed lPop(string $key) LPOP
 * @method mixed rPop(string $key) RPOP
 * @method mixed rpoplpush(string $src, string $dst) RPOPLPUSH
 * @method mixed bRPopLPush(string $src, string $dst, int|float $timeout) BRPOPLPUSH
 * @method mixed lLen(string $key) LLEN
 * @method mixed lSize(string $key) LLEN
 * @method mixed lIndex(string $key, int $integer) LINDEX
 * @method mixed lGet(string $key, int $index) LINDEX
 * @method mixed lSet(string $key, int $index, mixed $value) LSET $key, $index, pack($value)
 * @method mixed lInsert(string $key, string $position, mixed $pivot, mixed $value) LINSERT $key, $position, pack($pivot), pack($value)
 * @method mixed lRange(string $key, int $start, int $end) LRANGE
 * @method mixed lGetRange(string $key, int $start, int $end) LRANGE
 * @method mixed ltrim(string $key, int $start, int $stop) LTRIM
 * @method mixed listTrim(string $key, int $start, int $stop) LTRIM
 * @method mixed lRem(string $key, mixed $value, int $count) LREM $key, $count, pack($value)
 * @method mixed lRemove(string $key, mixed $value, int $count) LREM $key, $count, pack($value)
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
}
