<?php

declare(strict_types=1);

namespace Swoole;

use Stringable;
use ValueError;
use function strlen;

/** Bytes that are appended, read at any place, and taken away in front: as in Swoole 1 to 4. */
class Buffer implements Stringable
{
    private const SMALLEST = 128;
    private const LARGEST = 1 << 31;

    /** @var int bytes that it has room for; it grows by itself */
    public $capacity = self::SMALLEST;
    /** @var int bytes that are in it */
    public $length = 0;

    private string $text = '';

    /**
     * @param int $size bytes, 1 to 2147483648; fewer than 128 count as 128
     * @throws ValueError
     */
    public function __construct(int $size = self::SMALLEST)
    {
        if ($size < 1 || $size > self::LARGEST) {
            throw new ValueError(__METHOD__ . '(): Argument #1 ($size) must be between 1 and ' . self::LARGEST . ", $size given");
        }
        $this->capacity = max(self::SMALLEST, $size);
    }

    /** All bytes. */
    public function __toString(): string
    {
        return $this->text;
    }

    /**
     * @param string $data
     * @return int|false the new length; false: there is nothing to append
     */
    public function append($data)
    {
        $data = (string) $data;
        return $data === '' ? self::refuse('there is nothing to append') : $this->put($this->text . $data);
    }

    /**
     * A part.
     *
     * @param int $offset less than 0: from the end
     * @param int $length -1: up to the end
     * @param bool $remove takes the part away, with everything before it
     * @return string|false false: the part is not within the bytes
     */
    public function substr(int $offset, int $length = -1, bool $remove = false)
    {
        $part = $this->part($offset, $length);
        if ($part !== false && $remove) {
            $this->put(substr($this->text, ($offset < 0 ? $this->length + $offset : $offset) + strlen($part)));
        }
        return $part;
    }

    /**
     * As substr(), without taking anything away.
     *
     * @return string|false
     */
    public function read(int $offset, int $length)
    {
        return $this->part($offset, $length);
    }

    /**
     * Writes over what is there, and behind it. What lies behind the new bytes stays.
     *
     * @param int $offset less than 0: from the end
     * @param string $data
     * @return int|false the new length; false: the place is not within the bytes, or there is nothing to write
     */
    public function write(int $offset, $data)
    {
        $data = (string) $data;
        $from = $offset < 0 ? $this->length + $offset : $offset;
        if ($data === '' || $from < 0 || $from > $this->length) {
            return self::refuse($data === '' ? 'there is nothing to write' : "the offset $offset is not within the $this->length bytes");
        }
        return $this->put(substr_replace($this->text, $data, $from, strlen($data)));
    }

    /**
     * Makes room.
     *
     * @param int $size bytes, more than the capacity
     * @return int|false the new capacity; false: it has more room already
     */
    public function expand(int $size)
    {
        if ($size <= $this->capacity || $size > self::LARGEST) {
            return self::refuse("the new size must be between $this->capacity and " . self::LARGEST . ", $size given");
        }
        return $this->capacity = $size;
    }

    /**
     * Gives back the memory of what was taken away; here that happens at once.
     *
     * @return bool
     */
    public function recycle()
    {
        return true;
    }

    /** @return void */
    public function clear()
    {
        $this->put('');
    }

    private function put(string $text): int
    {
        $this->text = $text;
        $this->length = strlen($text);
        while ($this->capacity < $this->length) {
            $this->capacity *= 2;
        }
        return $this->length;
    }

    /** @return string|false */
    private function part(int $offset, int $length): string|false
    {
        $from = $offset < 0 ? $this->length + $offset : $offset;
        $count = $length < 0 ? $this->length - $from : $length;
        if ($from < 0 || $count < 0 || $from + $count > $this->length) {
            return self::refuse("offset $offset and length $length are not within the $this->length bytes");
        }
        return substr($this->text, $from, $count);
    }

    /** @return false */
    private static function refuse(string $why): bool
    {
        trigger_error(self::class . ": $why", E_USER_WARNING);
        return false;
    }
}
