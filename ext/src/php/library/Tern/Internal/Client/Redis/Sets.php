<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Redis;

/**
 * Commands on sets.
 *
 * @method mixed scard(string $key) SCARD
 * @method mixed sSize(string $key) SCARD
 * @method mixed sMembers(string $key) SMEMBERS
 * @method mixed sGetMembers(string $key) SMEMBERS
 * @method mixed sPop(string $key) SPOP
 */
trait Sets
{
    /**
     * @param string $key
     * @param mixed ...$value
     * @return mixed
     */
    public function sAdd($key, ...$value)
    {
        return $this->command(['SADD', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    /**
     * @param string $key
     * @param mixed ...$value
     * @return mixed
     */
    public function srem($key, ...$value)
    {
        return $this->command(['SREM', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    /**
     * @param string $key
     * @param mixed ...$value
     * @return mixed
     */
    public function sRemove($key, ...$value)
    {
        return $this->command(['SREM', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    /**
     * @param string $key
     * @param mixed $value
     * @return mixed
     */
    public function sismember($key, $value)
    {
        return $this->command(['SISMEMBER', $key, $this->pack($value)]);
    }

    /**
     * @param string $key
     * @param mixed $value
     * @return mixed
     */
    public function sContains($key, $value)
    {
        return $this->command(['SISMEMBER', $key, $this->pack($value)]);
    }

    /**
     * @param string $key
     * @param int|null $count
     * @return mixed
     */
    public function sRandMember($key, $count = null)
    {
        return $this->command($count === null ? ['SRANDMEMBER', $key] : ['SRANDMEMBER', $key, $count]);
    }

    /**
     * @param string $src
     * @param string $dst
     * @param mixed $value
     * @return mixed
     */
    public function sMove($src, $dst, $value)
    {
        return $this->command(['SMOVE', $src, $dst, $this->pack($value)]);
    }

    /**
     * @param string|array<string> $key
     * @param string ...$other_keys
     * @return mixed
     */
    public function sDiff($key, ...$other_keys)
    {
        return $this->command(['SDIFF', ...self::flat($key, $other_keys)]);
    }

    /**
     * @param string $dst
     * @param string|array<string> $key
     * @param string ...$other_keys
     * @return mixed
     */
    public function sDiffStore($dst, $key, ...$other_keys)
    {
        return $this->command(['SDIFFSTORE', $dst, ...self::flat($key, $other_keys)]);
    }

    /**
     * @param string|array<string> $key
     * @param string ...$other_keys
     * @return mixed
     */
    public function sInter($key, ...$other_keys)
    {
        return $this->command(['SINTER', ...self::flat($key, $other_keys)]);
    }

    /**
     * @param string $dst
     * @param string|array<string> $key
     * @param string ...$other_keys
     * @return mixed
     */
    public function sInterStore($dst, $key, ...$other_keys)
    {
        return $this->command(['SINTERSTORE', $dst, ...self::flat($key, $other_keys)]);
    }

    /**
     * @param string|array<string> $key
     * @param string ...$other_keys
     * @return mixed
     */
    public function sUnion($key, ...$other_keys)
    {
        return $this->command(['SUNION', ...self::flat($key, $other_keys)]);
    }

    /**
     * @param string $dst
     * @param string|array<string> $key
     * @param string ...$other_keys
     * @return mixed
     */
    public function sUnionStore($dst, $key, ...$other_keys)
    {
        return $this->command(['SUNIONSTORE', $dst, ...self::flat($key, $other_keys)]);
    }
}
