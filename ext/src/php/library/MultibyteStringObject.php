<?php

declare(strict_types=1);

namespace Swoole;

/** A string of characters with methods: positions and lengths count characters. It needs ext/mbstring. */
class MultibyteStringObject extends StringObject
{
    public function length(): int
    {
        return mb_strlen($this->string);
    }

    /** @param string|null $encoding null: mb_internal_encoding() */
    public function indexOf(string $needle, int $offset = 0, ?string $encoding = null): int|false
    {
        return mb_strpos($this->string, $needle, $offset, $encoding);
    }

    public function lastIndexOf(string $needle, int $offset = 0, ?string $encoding = null): int|false
    {
        return mb_strrpos($this->string, $needle, $offset, $encoding);
    }

    public function pos(string $needle, int $offset = 0, ?string $encoding = null): int|false
    {
        return mb_strpos($this->string, $needle, $offset, $encoding);
    }

    public function rpos(string $needle, int $offset = 0, ?string $encoding = null): int|false
    {
        return mb_strrpos($this->string, $needle, $offset, $encoding);
    }

    /** The first position, upper or lower case. */
    public function ipos(string $needle, int $offset = 0, ?string $encoding = null): int|false
    {
        return mb_stripos($this->string, $needle, $offset, $encoding);
    }

    public function substr(int $start, ?int $length = null, ?string $encoding = null): static
    {
        return new static(mb_substr($this->string, $start, $length, $encoding));
    }

    /**
     * Pieces of $length characters.
     *
     * @param int<1, max> $length
     */
    public function chunk(int $length = 1): ArrayObject
    {
        return static::detectArrayType(mb_str_split($this->string, $length));
    }
}
