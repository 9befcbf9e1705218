<?php

declare(strict_types=1);

namespace Swoole;

use ArrayAccess;
use Countable;
use Iterator;
use ReturnTypeWillChange;
use Serializable;
use Stringable;
use Swoole\Exception\ArrayKeyNotExists;
use UnexpectedValueException;
use function array_key_exists;
use function array_slice;
use function count;
use function in_array;
use function is_array;
use function is_string;

/**
 * An array with methods. Where a method returns one of the values, an array is an ArrayObject and a string a StringObject;
 * $object[$key] is the value as it is.
 *
 * @phpstan-consistent-constructor
 * @implements ArrayAccess<array-key, mixed>
 * @implements Iterator<array-key, mixed>
 */
class ArrayObject implements ArrayAccess, Serializable, Countable, Iterator
{
    /** @var array<mixed> */
    protected $array;

    /** @param array<mixed> $array */
    public function __construct(array $array = [])
    {
        $this->array = $array;
    }

    /** @return array<mixed> */
    public function __toArray(): array
    {
        return $this->array;
    }

    /** @return array<mixed> */
    public function __serialize(): array
    {
        return $this->array;
    }

    /** @param array<mixed> $data */
    public function __unserialize(array $data): void
    {
        $this->array = $data;
    }

    /** @param array<mixed> $array */
    public static function from(array $array = []): static
    {
        return new static($array);
    }

    /** @return array<mixed> */
    public function toArray(): array
    {
        return $this->array;
    }

    public function isEmpty(): bool
    {
        return $this->array === [];
    }

    public function count(): int
    {
        return count($this->array);
    }

    /** @return mixed */
    #[ReturnTypeWillChange]
    public function current()
    {
        return static::detectType(current($this->array));
    }

    /** @return int|string|null */
    #[ReturnTypeWillChange]
    public function key()
    {
        return key($this->array);
    }

    public function valid(): bool
    {
        return key($this->array) !== null;
    }

    /** @return mixed the first value */
    #[ReturnTypeWillChange]
    public function rewind()
    {
        return reset($this->array);
    }

    /** @return mixed the next value */
    #[ReturnTypeWillChange]
    public function next()
    {
        return next($this->array);
    }

    /**
     * @param array-key $key
     * @return mixed
     * @throws ArrayKeyNotExists
     */
    public function get(mixed $key)
    {
        if (!$this->exists($key)) {
            throw new ArrayKeyNotExists("There is no key '$key'");
        }
        return static::detectType($this->array[$key]);
    }

    /**
     * @param array-key $key
     * @return mixed $default where there is no such key
     */
    public function getOr(mixed $key, mixed $default = null)
    {
        return $this->exists($key) ? static::detectType($this->array[$key]) : $default;
    }

    /** @return mixed null if it is empty */
    public function last()
    {
        $key = array_key_last($this->array);
        return $key === null ? null : $this->get($key);
    }

    /** @return int|string|null null if it is empty */
    public function firstKey()
    {
        return array_key_first($this->array);
    }

    /** @return int|string|null null if it is empty */
    public function lastKey()
    {
        return array_key_last($this->array);
    }

    /** @return mixed null if it is empty */
    public function first()
    {
        $key = array_key_first($this->array);
        return $key === null ? null : $this->get($key);
    }

    /**
     * @param array-key $key
     * @return $this
     */
    public function set(mixed $key, mixed $value): self
    {
        $this->array[$key] = $value;
        return $this;
    }

    /**
     * @param array-key $key
     * @return $this
     */
    public function delete(mixed $key): self
    {
        unset($this->array[$key]);
        return $this;
    }

    /**
     * Removes a value, where it is first.
     *
     * @param bool $loop everywhere
     * @return $this
     */
    public function remove(mixed $value, bool $strict = true, bool $loop = false): self
    {
        $keys = array_keys($this->array, $value, $strict);
        foreach ($loop ? $keys : array_slice($keys, 0, 1) as $key) {
            unset($this->array[$key]);
        }
        return $this;
    }

    /** @return $this */
    public function clear(): self
    {
        $this->array = [];
        return $this;
    }

    /**
     * @param array-key $key
     * @return mixed null where there is no such key
     */
    #[ReturnTypeWillChange]
    public function offsetGet(mixed $key)
    {
        return $this->array[$key] ?? null;
    }

    /** @param array-key|null $key null: at the end */
    public function offsetSet(mixed $key, mixed $value): void
    {
        if ($key === null) {
            $this->array[] = $value;
        } else {
            $this->array[$key] = $value;
        }
    }

    /** @param array-key $key */
    public function offsetUnset(mixed $key): void
    {
        unset($this->array[$key]);
    }

    /**
     * @param array-key $key
     * @return bool false for null, too
     */
    #[ReturnTypeWillChange]
    public function offsetExists(mixed $key)
    {
        return isset($this->array[$key]);
    }

    /** @param array-key $key */
    public function exists(mixed $key): bool
    {
        return array_key_exists($key, $this->array);
    }

    public function contains(mixed $value, bool $strict = true): bool
    {
        return in_array($value, $this->array, $strict);
    }

    /** @return int|string|false the first key with that value */
    public function indexOf(mixed $value, bool $strict = true)
    {
        return array_search($value, $this->array, $strict);
    }

    /** @return int|string|false the last key with that value */
    public function lastIndexOf(mixed $value, bool $strict = true)
    {
        return array_search($value, array_reverse($this->array, true), $strict);
    }

    /** @return int|string|false the first key with that value */
    public function search(mixed $needle, bool $strict = true)
    {
        return array_search($needle, $this->array, $strict);
    }

    public function join(string $glue = ''): StringObject
    {
        /** @var array<string> $array */
        $array = $this->array;
        return static::detectStringType(implode($glue, $array));
    }

    public function serialize(): string
    {
        return serialize($this->array);
    }

    /**
     * @param string|Stringable $string what serialize() returned
     * @return $this
     * @throws UnexpectedValueException if it is not an array
     */
    public function unserialize(Stringable|StringObject|string $string): self
    {
        $array = unserialize((string) $string);
        if (!is_array($array)) {
            throw new UnexpectedValueException('There is no array in the serialized text');
        }
        $this->array = $array;
        return $this;
    }

    /** @return int|float */
    public function sum()
    {
        return array_sum($this->array);
    }

    /** @return int|float */
    public function product()
    {
        return array_product($this->array);
    }

    /** @return int how many values there are now */
    public function push(mixed $value)
    {
        return array_push($this->array, $value);
    }

    /** @return int how many values there are now */
    public function pushFront(mixed $value)
    {
        return array_unshift($this->array, $value);
    }

    /**
     * @param mixed ...$values
     * @return $this
     */
    public function append(...$values): ArrayObject
    {
        array_push($this->array, ...array_values($values));
        return $this;
    }

    /** @return int how many values there are now */
    public function pushBack(mixed $value)
    {
        return array_push($this->array, $value);
    }

    /**
     * Puts a value before the one at position $offset. Keys that are integers count anew.
     *
     * @return $this
     */
    public function insert(int $offset, mixed $value): self
    {
        array_splice($this->array, $offset, 0, [$value]);
        return $this;
    }

    /** @return mixed null if it is empty */
    public function pop()
    {
        return static::detectType(array_pop($this->array));
    }

    /** @return mixed null if it is empty */
    public function popFront()
    {
        return static::detectType(array_shift($this->array));
    }

    /** @return mixed null if it is empty */
    public function popBack()
    {
        return static::detectType(array_pop($this->array));
    }

    public function slice(int $offset, ?int $length = null, bool $preserve_keys = false): static
    {
        return new static(array_slice($this->array, $offset, $length, $preserve_keys));
    }

    /** @return mixed null if it is empty */
    public function randomGet()
    {
        return $this->array === [] ? null : static::detectType($this->array[array_rand($this->array)]);
    }

    /**
     * @param callable $fn gets value and key; a value that it takes by reference it may change
     * @return $this
     */
    public function each(callable $fn): self
    {
        array_walk($this->array, $fn);
        return $this;
    }

    /** @param array<mixed> ...$args further arrays, as array_map() has them */
    public function map(callable $fn, ...$args): static
    {
        return new static(array_map($fn, $this->array, ...array_values($args)));
    }

    /**
     * @param mixed $initial
     * @return mixed
     */
    public function reduce(callable $fn, $initial = null)
    {
        return array_reduce($this->array, $fn, $initial);
    }

    /** @param mixed ...$args a value, and whether to compare strictly: only the keys of that value */
    public function keys(...$args): static
    {
        if ($args === []) {
            return new static(array_keys($this->array));
        }
        return new static(array_keys($this->array, $args[0], (bool) ($args[1] ?? false)));
    }

    public function values(): static
    {
        return new static(array_values($this->array));
    }

    /**
     * @param int|string|null $column_key
     * @param int|string|null $index
     */
    public function column(mixed $column_key, mixed $index = null): static
    {
        /** @var array<array<mixed>|object> $array */
        $array = $this->array;
        return new static(array_column($array, $column_key, $index));
    }

    public function unique(int $sort_flags = SORT_STRING): static
    {
        return new static(array_unique($this->array, $sort_flags));  // @phpstan-ignore argument.type (PHP compares all values)
    }

    public function reverse(bool $preserve_keys = false): static
    {
        return new static(array_reverse($this->array, $preserve_keys));
    }

    /** @param int $size at least 1 */
    public function chunk(int $size, bool $preserve_keys = false): static
    {
        /** @var int<1, max> $size */
        return new static(array_chunk($this->array, $size, $preserve_keys));
    }

    public function flip(): static
    {
        /** @var array<array-key> $array */
        $array = $this->array;
        return new static(array_flip($array));
    }

    /** @param int $flag ARRAY_FILTER_USE_KEY or ARRAY_FILTER_USE_BOTH: what $fn gets instead of the value */
    public function filter(callable $fn, int $flag = 0): static
    {
        return new static(array_filter($this->array, $fn, $flag));
    }

    /** @return $this */
    public function asort(int $sort_flags = SORT_REGULAR): self
    {
        asort($this->array, $sort_flags);  // @phpstan-ignore argument.type (PHP compares all values)
        return $this;
    }

    /** @return $this */
    public function arsort(int $sort_flags = SORT_REGULAR): self
    {
        arsort($this->array, $sort_flags);  // @phpstan-ignore argument.type (PHP compares all values)
        return $this;
    }

    /** @return $this */
    public function krsort(int $sort_flags = SORT_REGULAR): self
    {
        krsort($this->array, $sort_flags);
        return $this;
    }

    /** @return $this */
    public function ksort(int $sort_flags = SORT_REGULAR): self
    {
        ksort($this->array, $sort_flags);
        return $this;
    }

    /** @return $this */
    public function natcasesort(): self
    {
        natcasesort($this->array);  // @phpstan-ignore argument.type (PHP compares all values)
        return $this;
    }

    /** @return $this */
    public function natsort(): self
    {
        natsort($this->array);  // @phpstan-ignore argument.type (PHP compares all values)
        return $this;
    }

    /** @return $this */
    public function rsort(int $sort_flags = SORT_REGULAR): self
    {
        rsort($this->array, $sort_flags);  // @phpstan-ignore argument.type (PHP compares all values)
        return $this;
    }

    /** @return $this */
    public function shuffle(): self
    {
        shuffle($this->array);
        return $this;
    }

    /** @return $this */
    public function sort(int $sort_flags = SORT_REGULAR): self
    {
        sort($this->array, $sort_flags);  // @phpstan-ignore argument.type (PHP compares all values)
        return $this;
    }

    /** @return $this */
    public function uasort(callable $value_compare_func): self
    {
        uasort($this->array, $value_compare_func);
        return $this;
    }

    /** @return $this */
    public function uksort(callable $value_compare_func): self
    {
        uksort($this->array, $value_compare_func);
        return $this;
    }

    /** @return $this */
    public function usort(callable $value_compare_func): self
    {
        usort($this->array, $value_compare_func);
        return $this;
    }

    /** @return mixed */
    protected static function detectType(mixed $value)
    {
        return match (true) {
            is_array($value) => static::detectArrayType($value),
            is_string($value) => static::detectStringType($value),
            default => $value,
        };
    }

    protected static function detectStringType(string $value): StringObject
    {
        return new StringObject($value);
    }

    /** @param array<mixed> $value */
    protected static function detectArrayType(array $value): static
    {
        return new static($value);
    }
}
