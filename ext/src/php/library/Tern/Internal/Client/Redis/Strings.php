<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Redis;

use function is_float;
use function is_int;
use function is_scalar;
use function is_string;

/**
 * Commands on strings, bits and HyperLogLogs.
 *
 * @method mixed get(string $key) GET
 * @method mixed setEx(string $key, int $expire, mixed $value) SETEX $key, $expire, pack($value)
 * @method mixed psetEx(string $key, int $expire, mixed $value) PSETEX $key, $expire, pack($value)
 * @method mixed setNx(string $key, mixed $value) SETNX $key, pack($value)
 * @method mixed getSet(string $key, mixed $value) GETSET $key, pack($value)
 * @method mixed append(string $key, string $value) APPEND
 * @method mixed strLen(string $key) STRLEN
 * @method mixed getRange(string $key, int $start, int $end) GETRANGE
 * @method mixed setRange(string $key, int $offset, string $value) SETRANGE
 * @method mixed incr(string $key) INCR
 * @method mixed incrBy(string $key, int $value) INCRBY
 * @method mixed incrByFloat(string $key, mixed $value) INCRBYFLOAT $key, number($value)
 * @method mixed decr(string $key) DECR
 * @method mixed decrBy(string $key, int $value) DECRBY
 * @method mixed getBit(string $key, int $offset) GETBIT
 * @method mixed bitCount(string $key) BITCOUNT
 * @method mixed bitOp(string $operation, string $ret_key, string|array<string> $key, string ...$other_keys) BITOP $operation, $ret_key, flat($key, $other_keys)
 */
trait Strings
{
    /**
     * @param array<string> $keys
     * @return mixed
     */
    public function mGet($keys)
    {
        return $this->command(['MGET', ...array_values($keys)]);
    }

    /**
     * @param array<mixed> $pairs
     * @return mixed
     */
    public function mSet($pairs)
    {
        return $this->command(['MSET', ...$this->pairs($pairs)]);
    }

    /**
     * @param array<mixed> $pairs
     * @return mixed
     */
    public function mSetNx($pairs)
    {
        return $this->command(['MSETNX', ...$this->pairs($pairs)]);
    }

    /**
     * @param string $key
     * @param int $offset
     * @param int|bool $value
     * @return mixed
     */
    public function setBit($key, $offset, $value)
    {
        return $this->command(['SETBIT', $key, $offset, (int) $value]);
    }

    /**
     * @param string $key
     * @param mixed $elements
     * @return mixed
     */
    public function pfadd($key, $elements)
    {
        return $this->command(['PFADD', $key, ...$this->packed((array) $elements)]);
    }

    /**
     * @param string|array<string> $key
     * @return mixed
     */
    public function pfcount($key)
    {
        return $this->command(['PFCOUNT', ...self::flat($key, [])]);
    }

    /**
     * @param string $dstkey
     * @param array<string> $keys
     * @return mixed
     */
    public function pfmerge($dstkey, $keys)
    {
        return $this->command(['PFMERGE', $dstkey, ...array_values($keys)]);
    }

    /**
     * @param string $key
     * @param mixed $value
     * @param int|float|string|array<mixed>|null $timeout in seconds; or options: 'nx', 'xx', 'keepttl', 'ex' => seconds, 'px' =>
     *     milliseconds
     * @param array<mixed>|null $opt options as well
     * @return mixed
     */
    public function set($key, $value, $timeout = null, $opt = null)
    {
        $words = ['SET', $key, $this->pack($value)];
        if (is_int($timeout) || is_float($timeout) || is_string($timeout)) {
            $timeout = $timeout > 0 ? ['EX' => (int) $timeout] : [];
        }
        foreach ([...($timeout ?? []), ...($opt ?? [])] as $name => $option) {
            array_push($words, ...(is_int($name) ? [$option] : [$name, $option]));
        }
        return $this->command($words);
    }

    private function pack(mixed $value): mixed
    {
        return $this->setting['serialize'] ? serialize($value) : $value;
    }

    /**
     * @param array<mixed> $values
     * @return list<mixed>
     */
    private function packed(array $values): array
    {
        return $this->setting['serialize'] ? array_map(serialize(...), array_values($values)) : array_values($values);
    }

    /**
     * @param array<mixed> $pairs
     * @return list<mixed>
     */
    private function pairs(array $pairs): array
    {
        $words = [];
        foreach ($pairs as $name => $value) {
            array_push($words, $name, $this->pack($value));
        }
        return $words;
    }

    /** With all the digits that a float has. What is no number is 0. */
    private static function number(mixed $value): string
    {
        if (is_string($value)) {
            return is_numeric($value) || preg_match('/^[+-]?inf$/i', $value) ? $value : '0';
        }
        return is_float($value) ? var_export($value, true) : (string) (is_scalar($value) ? (int) $value : 0);
    }
}
