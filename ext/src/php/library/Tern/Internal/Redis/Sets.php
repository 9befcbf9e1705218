<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on sets. */
trait Sets
{
    public function sAdd($key, ...$value)
    {
        return $this->command(['SADD', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    public function srem($key, ...$value)
    {
        return $this->command(['SREM', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    public function sRemove($key, ...$value)
    {
        return $this->command(['SREM', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    public function sismember($key, $value)
    {
        return $this->command(['SISMEMBER', $key, $this->pack($value)]);
    }

    public function sContains($key, $value)
    {
        return $this->command(['SISMEMBER', $key, $this->pack($value)]);
    }

    public function scard($key)
    {
        return $this->command(['SCARD', $key]);
    }

    public function sSize($key)
    {
        return $this->command(['SCARD', $key]);
    }

    public function sMembers($key)
    {
        return $this->command(['SMEMBERS', $key]);
    }

    public function sGetMembers($key)
    {
        return $this->command(['SMEMBERS', $key]);
    }

    public function sPop($key)
    {
        return $this->command(['SPOP', $key]);
    }

    public function sRandMember($key, $count = null)
    {
        return $this->command($count === null ? ['SRANDMEMBER', $key] : ['SRANDMEMBER', $key, $count]);
    }

    public function sMove($src, $dst, $value)
    {
        return $this->command(['SMOVE', $src, $dst, $this->pack($value)]);
    }

    public function sDiff($key, ...$other_keys)
    {
        return $this->command(['SDIFF', ...self::flat($key, $other_keys)]);
    }

    public function sDiffStore($dst, $key, ...$other_keys)
    {
        return $this->command(['SDIFFSTORE', $dst, ...self::flat($key, $other_keys)]);
    }

    public function sInter($key, ...$other_keys)
    {
        return $this->command(['SINTER', ...self::flat($key, $other_keys)]);
    }

    public function sInterStore($dst, $key, ...$other_keys)
    {
        return $this->command(['SINTERSTORE', $dst, ...self::flat($key, $other_keys)]);
    }

    public function sUnion($key, ...$other_keys)
    {
        return $this->command(['SUNION', ...self::flat($key, $other_keys)]);
    }

    public function sUnionStore($dst, $key, ...$other_keys)
    {
        return $this->command(['SUNIONSTORE', $dst, ...self::flat($key, $other_keys)]);
    }
}
