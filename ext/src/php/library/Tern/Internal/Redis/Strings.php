<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

use function is_float;
use function is_int;
use function is_scalar;
use function is_string;

/** Commands on strings, bits and HyperLogLogs. */
trait Strings
{
    /**
     * @param string $key
     * @return mixed
     */
    public function get($key)
    {
        return $this->command(['GET', $key]);
    }

    /**
     * @param array<string> $keys
     * @return mixed
     */
    public function mGet($keys)
    {
        return $this->command(['MGET', ...array_values($keys)]);
    }

    /**
     * @param string $key
     * @param int $expire
     * @param mixed $value
     * @return mixed
     */
    public function setEx($key, $expire, $value)
    {
        return $this->command(['SETEX', $key, $expire, $this->pack($value)]);
    }

    /**
     * @param string $key
     * @param int $expire
     * @param mixed $value
     * @return mixed
     */
    public function psetEx($key, $expire, $value)
    {
        return $this->command(['PSETEX', $key, $expire, $this->pack($value)]);
    }

    /**
     * @param string $key
     * @param mixed $value
     * @return mixed
     */
    public function setNx($key, $value)
    {
        return $this->command(['SETNX', $key, $this->pack($value)]);
    }

    /**
     * @param string $key
     * @param mixed $value
     * @return mixed
     */
    public function getSet($key, $value)
    {
        return $this->command(['GETSET', $key, $this->pack($value)]);
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
     * @param string $value
     * @return mixed
     */
    public function append($key, $value)
    {
        return $this->command(['APPEND', $key, $value]);
    }

    /**
     * @param string $key
     * @return mixed
     */
    public function strLen($key)
    {
        return $this->command(['STRLEN', $key]);
    }

    /**
     * @param string $key
     * @param int $start
     * @param int $end
     * @return mixed
     */
    public function getRange($key, $start, $end)
    {
        return $this->command(['GETRANGE', $key, $start, $end]);
    }

    /**
     * @param string $key
     * @param int $offset
     * @param string $value
     * @return mixed
     */
    public function setRange($key, $offset, $value)
    {
        return $this->command(['SETRANGE', $key, $offset, $value]);
    }

    /**
     * @param string $key
     * @return mixed
     */
    public function incr($key)
    {
        return $this->command(['INCR', $key]);
    }

    /**
     * @param string $key
     * @param int $value
     * @return mixed
     */
    public function incrBy($key, $value)
    {
        return $this->command(['INCRBY', $key, $value]);
    }

    /**
     * @param string $key
     * @param mixed $value
     * @return mixed
     */
    public function incrByFloat($key, $value)
    {
        return $this->command(['INCRBYFLOAT', $key, self::number($value)]);
    }

    /**
     * @param string $key
     * @return mixed
     */
    public function decr($key)
    {
        return $this->command(['DECR', $key]);
    }

    /**
     * @param string $key
     * @param int $value
     * @return mixed
     */
    public function decrBy($key, $value)
    {
        return $this->command(['DECRBY', $key, $value]);
    }

    /**
     * @param string $key
     * @param int $offset
     * @return mixed
     */
    public function getBit($key, $offset)
    {
        return $this->command(['GETBIT', $key, $offset]);
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
     * @return mixed
     */
    public function bitCount($key)
    {
        return $this->command(['BITCOUNT', $key]);
    }

    /**
     * @param string $operation
     * @param string $ret_key
     * @param string|array<string> $key
     * @param string ...$other_keys
     * @return mixed
     */
    public function bitOp($operation, $ret_key, $key, ...$other_keys)
    {
        return $this->command(['BITOP', $operation, $ret_key, ...self::flat($key, $other_keys)]);
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
