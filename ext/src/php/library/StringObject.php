<?php

declare(strict_types=1);

namespace Swoole;

use Stringable;
use function func_get_args;
use function is_string;
use function strlen;

/**
 * A string of bytes with methods. Each returns a new object; append() also changes its own.
 *
 * @phpstan-consistent-constructor
 */
class StringObject implements Stringable
{
    protected string $string;

    public function __construct(string $string = '')
    {
        $this->string = $string;
    }

    public function __toString(): string
    {
        return $this->string;
    }

    public static function from(string $string = ''): static
    {
        return new static($string);
    }

    public function length(): int
    {
        return strlen($this->string);
    }

    /** @param int $offset where the search begins; below 0: counted from the end */
    public function indexOf(string $needle, int $offset = 0): int|false
    {
        return strpos($this->string, $needle, $offset);
    }

    public function lastIndexOf(string $needle, int $offset = 0): int|false
    {
        return strrpos($this->string, $needle, $offset);
    }

    public function pos(string $needle, int $offset = 0): int|false
    {
        return strpos($this->string, $needle, $offset);
    }

    public function rpos(string $needle, int $offset = 0): int|false
    {
        return strrpos($this->string, $needle, $offset);
    }

    public function reverse(): static
    {
        return new static(strrev($this->string));
    }

    /**
     * The first position, upper or lower case.
     *
     * @return int|false
     */
    public function ipos(string $needle)
    {
        return stripos($this->string, $needle);
    }

    public function lower(): static
    {
        return new static(strtolower($this->string));
    }

    public function upper(): static
    {
        return new static(strtoupper($this->string));
    }

    /** @param string $characters '': white space */
    public function trim(string $characters = ''): static
    {
        return new static($characters === '' ? trim($this->string) : trim($this->string, $characters));
    }

    /**
     * It also takes the characters, as trim() does.
     *
     * @return static
     */
    public function ltrim(): self
    {
        $characters = self::characters(func_get_args());
        return new static($characters === '' ? ltrim($this->string) : ltrim($this->string, $characters));
    }

    /**
     * It also takes the characters, as trim() does.
     *
     * @return static
     */
    public function rtrim(): self
    {
        $characters = self::characters(func_get_args());
        return new static($characters === '' ? rtrim($this->string) : rtrim($this->string, $characters));
    }

    /** @return static */
    public function substr(int $offset, ?int $length = null)
    {
        return new static(substr($this->string, $offset, $length));
    }

    public function repeat(int $times): static
    {
        return new static(str_repeat($this->string, $times));
    }

    /** @param mixed $str what can be a string */
    public function append(mixed $str): static
    {
        /** @var string|int|float|bool|null|Stringable $str */
        return new static($this->string .= (string) $str);
    }

    /** @param int $count how many were replaced */
    public function replace(string $search, string $replace, &$count = null): static
    {
        return new static(str_replace($search, $replace, $this->string, $count));
    }

    public function startsWith(string $needle): bool
    {
        return str_starts_with($this->string, $needle);
    }

    public function endsWith(string $needle): bool
    {
        return str_ends_with($this->string, $needle);
    }

    /**
     * @param string|Stringable $str
     * @param bool $strict without it numbers are compared as numbers: '1.0' equals '1'
     */
    public function equals($str, bool $strict = false): bool
    {
        if ($str instanceof Stringable) {
            $str = (string) $str;
        }
        return $strict ? $this->string === $str : $this->string == $str;
    }

    public function contains(string $subString): bool
    {
        return str_contains($this->string, $subString);
    }

    /** @param non-empty-string $delimiter */
    public function split(string $delimiter, int $limit = PHP_INT_MAX): ArrayObject
    {
        return static::detectArrayType(explode($delimiter, $this->string, $limit));
    }

    /** @return string the byte; '' where there is none */
    public function char(int $index): string
    {
        return $this->string[$index] ?? '';
    }

    /** @param int<1, max> $length */
    public function chunkSplit(int $length = 76, string $separator = "\n"): static
    {
        return new static(chunk_split($this->string, $length, $separator));
    }

    /**
     * Pieces of $length bytes.
     *
     * @param int<1, max> $length
     */
    public function chunk(int $length = 1): ArrayObject
    {
        return static::detectArrayType(str_split($this->string, $length));
    }

    public function toString(): string
    {
        return $this->string;
    }

    /** @param array<mixed> $value */
    protected static function detectArrayType(array $value): ArrayObject
    {
        return new ArrayObject($value);
    }

    /** @param array<mixed> $arguments */
    private static function characters(array $arguments): string
    {
        $given = $arguments[0] ?? '';
        return is_string($given) ? $given : '';
    }
}
