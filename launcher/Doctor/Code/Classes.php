<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

/** Uses of PHP's classes. */
final class Classes
{
    public function __construct(private readonly Tokens $tokens, private readonly Names $names)
    {
    }

    /** At the name behind `new`, or before `::`. */
    public function at(int $i): ?Hit
    {
        $class = $this->names->class($this->tokens->text($i), $this->tokens->id($i));
        $topic = match (true) {
            $class === null => null,
            $this->tokens->id($i - 1) === T_NEW => $this->made($i, $class),
            $class === 'ffi' => 'ffi',
            $class === 'pdo' && $this->tokens->text($i + 2) === 'ATTR_PERSISTENT' => 'persistent',
            default => null,
        };
        $code = $this->tokens->id($i - 1) === T_NEW ? "new {$this->tokens->text($i)}" : "{$this->tokens->text($i)}::{$this->tokens->text($i + 2)}";
        return $topic === null ? null : new Hit($topic, $this->tokens->line($i), $code);
    }

    private function made(int $i, string $class): ?string
    {
        $first = $this->tokens->literal($i + 2) ?? $this->tokens->text($i + 3);  // a string with variables begins behind its quote
        return match ($class) {
            'sqlite3' => 'file-database',
            'pdo' => preg_match('/^sqlite2?:(?!:memory:)/i', $first) === 1 ? 'file-database' : null,
            'mysqli' => str_starts_with($first, 'p:') ? 'persistent' : null,
            default => null,
        };
    }
}
