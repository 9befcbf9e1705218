<?php

declare(strict_types=1);

namespace Tern\Launcher\Admin;

use function is_array;
use function is_bool;
use function is_float;
use function is_int;
use function is_scalar;

/** What a server has sent as JSON. One of another version may lack any of it, or have something else in its place. */
final class Data
{
    /** @param array<mixed> $values */
    private function __construct(private readonly array $values)
    {
    }

    public static function parse(string $json): self
    {
        return self::of(json_decode($json, true));
    }

    public function has(string $key): bool
    {
        return isset($this->values[$key]);
    }

    /** Numbers are text, too. */
    public function text(string $key): ?string
    {
        $value = $this->values[$key] ?? null;
        return match (true) {
            is_bool($value) => $value ? 'yes' : '',
            is_scalar($value) => (string) $value,
            default => null,
        };
    }

    public function number(string $key): int|float
    {
        $value = $this->values[$key] ?? 0;
        return is_int($value) || is_float($value) ? $value : 0;
    }

    public function below(string $key): self
    {
        return self::of($this->values[$key] ?? null);
    }

    /** @return list<self> */
    public function rows(): array
    {
        return array_map(self::of(...), array_values(array_filter($this->values, is_array(...))));
    }

    /** @return list<string> */
    public function texts(): array
    {
        return array_values(array_filter($this->values, is_string(...)));
    }

    public function with(string $key, int|float $number): self
    {
        return new self([$key => $number] + $this->values);
    }

    private static function of(mixed $values): self
    {
        return new self(is_array($values) ? $values : []);
    }
}
