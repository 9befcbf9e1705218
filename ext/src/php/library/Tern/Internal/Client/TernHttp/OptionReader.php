<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Tern\Internal\Number;
use TypeError;
use ValueError;
use function array_diff_key;
use function is_array;
use function is_bool;
use function is_float;
use function is_int;
use function is_string;

/** Options that a program gave by name, read one by one. Wrong values and unknown names throw. */
final class OptionReader
{
    /**
     * @param array<mixed> $all
     * @param array<string, true> $known
     * @param string $where the function and argument, for errors
     */
    public function __construct(private readonly array $all, array $known, public readonly string $where)
    {
        foreach (array_diff_key($all, $known) as $name => $_) {
            throw new ValueError("$where has an unknown option \"$name\"; the nearest known one is \""
                . self::nearest((string) $name, array_keys($known)) . '"');
        }
    }

    public function has(string $name): bool
    {
        return isset($this->all[$name]);
    }

    public function get(string $name): mixed
    {
        return $this->all[$name] ?? null;
    }

    public function number(string $name, float $usual, float $least, float $most): float
    {
        $value = $this->all[$name] ?? $usual;
        if (!is_int($value) && !is_float($value)) {
            throw $this->wrongType($name, 'int|float');
        }
        return $value >= $least && $value <= $most ? (float) $value : throw $this->outOfRange($name, $value, $least, $most);
    }

    public function integer(string $name, int $usual, int $least, int $most): int
    {
        $value = $this->all[$name] ?? $usual;
        if (!is_int($value)) {
            throw $this->wrongType($name, 'int');
        }
        return $value >= $least && $value <= $most ? $value : throw $this->outOfRange($name, $value, $least, $most);
    }

    public function flag(string $name, bool $usual): bool
    {
        $value = $this->all[$name] ?? $usual;
        return is_bool($value) ? $value : throw $this->wrongType($name, 'bool');
    }

    /** @return string|null null: it was not given */
    public function text(string $name): ?string
    {
        $value = $this->all[$name] ?? null;
        if ($value !== null && !is_string($value)) {
            throw $this->wrongType($name, 'string');
        }
        return $value === '' ? throw $this->wrong($name, 'must not be empty') : $value;
    }

    /** @return array<mixed>|null null: it was not given */
    public function map(string $name): ?array
    {
        $value = $this->all[$name] ?? null;
        return $value === null || is_array($value) ? $value : throw $this->wrongType($name, 'array');
    }

    public function wrong(string $name, string $rule): ValueError
    {
        return new ValueError("$this->where option \"$name\" $rule");
    }

    public function wrongType(string $name, string $wanted): TypeError
    {
        return new TypeError("$this->where option \"$name\" must be of type $wanted, " . get_debug_type($this->all[$name] ?? null) . ' given');
    }

    private function outOfRange(string $name, int|float $value, int|float $least, int|float $most): ValueError
    {
        return $this->wrong($name, "must be between $least and $most, " . Number::text($value) . ' given');
    }

    /** @param list<string> $known */
    private static function nearest(string $name, array $known): string
    {
        $distances = array_map(fn(string $one) => levenshtein(substr($name, 0, 255), $one), $known);
        return $known[(int) array_search(min($distances ?: [0]), $distances, true)] ?? '';
    }
}
