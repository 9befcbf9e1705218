<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Redis;

/**
 * Commands on sets.
 *
 * @method mixed sismember(string $key, mixed $value) SISMEMBER $key, pack($value)
 * @method mixed sContains(string $key, mixed $value) SISMEMBER $key, pack($value)
 * @method mixed scard(string $key) SCARD
 * @method mixed sSize(string $key) SCARD
 * @method mixed sMembers(string $key) SMEMBERS
 * @method mixed sGetMembers(string $key) SMEMBERS
 * @method mixed sPop(string $key) SPOP
 * @method mixed sMove(string $src, string $dst, mixed $value) SMOVE $src, $dst, pack($value)
 * @method mixed sDiff(string|array<string> $key, string ...$other_keys) SDIFF flat($key, $other_keys)
 * @method mixed sDiffStore(string $dst, string|array<string> $key, string ...$other_keys) SDIFFSTORE $dst, flat($key, $other_keys)
 * @method mixed sInter(string|array<string> $key, string ...$other_keys) SINTER flat($key, $other_keys)
 * @method mixed sInterStore(string $dst, string|array<string> $key, string ...$other_keys) SINTERSTORE $dst, flat($key, $other_keys)
 * @method mixed sUnion(string|array<string> $key, string ...$other_keys) SUNION flat($key, $other_keys)
 * @method mixed sUnionStore(string $dst, string|array<string> $key, string ...$other_keys) SUNIONSTORE $dst, flat($key, $other_keys)
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
     * @param int|null $count
     * @return mixed
     */
    public function sRandMember($key, $count = null)
    {
        return $this->command($count === null ? ['SRANDMEMBER', $key] : ['SRANDMEMBER', $key, $count]);
    }
}
