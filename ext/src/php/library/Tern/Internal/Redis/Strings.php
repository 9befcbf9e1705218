<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on strings, bits and HyperLogLogs. */
trait Strings
{
    public function get($key)
    {
        return $this->command(['GET', $key]);
    }

    public function mGet($keys)
    {
        return $this->command(['MGET', ...array_values($keys)]);
    }

    public function setEx($key, $expire, $value)
    {
        return $this->command(['SETEX', $key, $expire, $this->pack($value)]);
    }

    public function psetEx($key, $expire, $value)
    {
        return $this->command(['PSETEX', $key, $expire, $this->pack($value)]);
    }

    public function setNx($key, $value)
    {
        return $this->command(['SETNX', $key, $this->pack($value)]);
    }

    public function getSet($key, $value)
    {
        return $this->command(['GETSET', $key, $this->pack($value)]);
    }

    public function mSet($pairs)
    {
        return $this->command(['MSET', ...$this->pairs($pairs)]);
    }

    public function mSetNx($pairs)
    {
        return $this->command(['MSETNX', ...$this->pairs($pairs)]);
    }

    public function append($key, $value)
    {
        return $this->command(['APPEND', $key, $value]);
    }

    public function strLen($key)
    {
        return $this->command(['STRLEN', $key]);
    }

    public function getRange($key, $start, $end)
    {
        return $this->command(['GETRANGE', $key, $start, $end]);
    }

    public function setRange($key, $offset, $value)
    {
        return $this->command(['SETRANGE', $key, $offset, $value]);
    }

    public function incr($key)
    {
        return $this->command(['INCR', $key]);
    }

    public function incrBy($key, $value)
    {
        return $this->command(['INCRBY', $key, $value]);
    }

    public function incrByFloat($key, $value)
    {
        return $this->command(['INCRBYFLOAT', $key, self::number($value)]);
    }

    public function decr($key)
    {
        return $this->command(['DECR', $key]);
    }

    public function decrBy($key, $value)
    {
        return $this->command(['DECRBY', $key, $value]);
    }

    public function getBit($key, $offset)
    {
        return $this->command(['GETBIT', $key, $offset]);
    }

    public function setBit($key, $offset, $value)
    {
        return $this->command(['SETBIT', $key, $offset, (int) $value]);
    }

    public function bitCount($key)
    {
        return $this->command(['BITCOUNT', $key]);
    }

    public function bitOp($operation, $ret_key, $key, ...$other_keys)
    {
        return $this->command(['BITOP', $operation, $ret_key, ...self::flat($key, $other_keys)]);
    }

    public function pfadd($key, $elements)
    {
        return $this->command(['PFADD', $key, ...$this->packed((array) $elements)]);
    }

    public function pfcount($key)
    {
        return $this->command(['PFCOUNT', ...self::flat($key, [])]);
    }

    public function pfmerge($dstkey, $keys)
    {
        return $this->command(['PFMERGE', $dstkey, ...array_values($keys)]);
    }

    /**
     * @param int|float|string|array|null $timeout in seconds; or options: 'nx', 'xx', 'keepttl', 'ex' => seconds, 'px' =>
     *     milliseconds
     * @param array|null $opt options as well
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

    private function pack($value)
    {
        return $this->setting['serialize'] ? serialize($value) : $value;
    }

    private function packed(array $values): array
    {
        return $this->setting['serialize'] ? array_map(serialize(...), array_values($values)) : array_values($values);
    }

    private function pairs(array $pairs): array
    {
        $words = [];
        foreach ($pairs as $name => $value) {
            array_push($words, $name, $this->pack($value));
        }
        return $words;
    }

    /** With all the digits that a float has. What is no number is 0. */
    private static function number($value): string
    {
        if (is_string($value)) {
            return is_numeric($value) || preg_match('/^[+-]?inf$/i', $value) ? $value : '0';
        }
        return is_float($value) ? var_export($value, true) : (string) (int) $value;
    }
}
