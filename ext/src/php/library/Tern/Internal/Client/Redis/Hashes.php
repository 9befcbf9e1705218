<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Redis;

use function is_array;
use function is_int;

/**
 * Commands on hashes.
 *
 * @method mixed hGet(string $key, mixed $member) HGET
 * @method mixed hSet(string $key, mixed $member, mixed $value) HSET $key, $member, pack($value)
 * @method mixed hSetNx(string $key, mixed $member, mixed $value) HSETNX $key, $member, pack($value)
 * @method mixed hDel(string $key, mixed $member, mixed ...$other_members) HDEL $key, flat($member, $other_members)
 * @method mixed hKeys(string $key) HKEYS
 * @method mixed hVals(string $key) HVALS
 * @method mixed hLen(string $key) HLEN
 * @method mixed hIncrBy(string $key, mixed $member, int $value) HINCRBY
 * @method mixed hIncrByFloat(string $key, mixed $member, mixed $value) HINCRBYFLOAT $key, $member, number($value)
 */
trait Hashes
{
    /**
     * @param string $key
     * @param array<mixed> $pairs
     * @return mixed
     */
    public function hMSet($key, $pairs)
    {
        return $this->command(['HMSET', $key, ...$this->pairs($pairs)]);
    }

    /**
     * @param string $key
     * @param array<string> $keys
     * @return mixed
     */
    public function hMGet($key, $keys)
    {
        $shape = fn($reply) => is_array($reply) ? array_combine(array_values($keys), $reply) : $reply;
        return $this->command(['HMGET', $key, ...array_values($keys)], $this->compatible ? $shape : null);
    }

    /**
     * @param string $key
     * @return mixed
     */
    public function hGetAll($key)
    {
        return $this->command(['HGETALL', $key], $this->compatible ? self::paired(...) : null);
    }

    /**
     * @param string $key
     * @param mixed $member
     * @return mixed
     */
    public function hExists($key, $member)
    {
        return $this->command(['HEXISTS', $key, $member], $this->compatible ? self::truth(...) : null);
    }

    private static function truth(mixed $reply): mixed
    {
        return is_int($reply) ? $reply !== 0 : $reply;
    }

    private static function paired(mixed $reply): mixed
    {
        if (!is_array($reply)) {
            return $reply;
        }
        [$names, $values] = self::columns($reply);
        return array_combine($names, $values);
    }

    /**
     * @param array<mixed> $items
     * @return array{list<string>, list<scalar|null>} the items at even and at odd places
     */
    private static function columns(array $items): array
    {
        $columns = [[], []];
        foreach ($items as $at => $item) {
            $columns[$at & 1][] = $item;
        }
        /** @var array{list<string>, list<scalar|null>} $columns each value has its name before it */
        return $columns;
    }
}
