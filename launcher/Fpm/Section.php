<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use function is_int;
use function in_array;

/** Directives and their values. */
class Section
{
    /** @var array<string, int|string|bool|null> by name */
    private array $values;

    /** @param array<string, array{Kind, int|string|bool|null}> $directives that it may have */
    public function __construct(public readonly array $directives)
    {
        $this->values = array_map(static fn(array $row): int|string|bool|null => $row[1], $directives);
    }

    public function set(string $name, int|string|bool|null $value): void
    {
        $this->values[$name] = $value;
    }

    /** "" for a directive without a value. */
    public function text(string $name): string
    {
        return (string) ($this->values[$name] ?? '');
    }

    public function number(string $name): int
    {
        $value = $this->values[$name] ?? 0;
        return is_int($value) ? $value : 0;
    }

    public function is(string $name): bool
    {
        return $this->values[$name] === true;
    }

    /** Whether it has a value, if only "". */
    public function has(string $name): bool
    {
        return isset($this->values[$name]);
    }

    /** Whether it has one that says something. */
    public function isGiven(string $name): bool
    {
        return $this->text($name) !== '';
    }

    /** Sets what the file leaves out. */
    public function setDefault(string $name, int|string|bool $value): void
    {
        $this->values[$name] ??= $value;
    }

    /** @return list<string> as `-tt` shows them */
    public function show(): array
    {
        $lines = [];
        foreach ($this->directives as $name => [$kind]) {
            if ($this->has($name) || !in_array($name, Directives::RARE, true)) {
                $lines[] = "$name = " . $kind->show($this->values[$name]);
            }
        }
        return $lines;
    }
}
