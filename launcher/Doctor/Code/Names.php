<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

use function array_slice;
use function in_array;

/** What names of functions, constants and classes mean at a place of a file: its namespace, and what it imports. */
final class Names
{
    private const FUNCTIONS = 'function';
    private const CONSTANTS = 'const';
    private const CLASSES = 'class';

    private string $namespace = '';
    /** @var array<string, array<string, string>> full names, by kind and by name here */
    private array $imports = [];

    /** At T_NAMESPACE. */
    public function enter(Tokens $tokens, int $i): void
    {
        $isName = in_array($tokens->id($i + 1), [T_STRING, T_NAME_QUALIFIED], true);
        if ($isName || $tokens->text($i + 1) === '{') {
            $this->namespace = $isName ? $tokens->text($i + 1) : '';
            $this->imports = [];
        }
    }

    /**
     * At T_USE outside of classes and functions.
     *
     * @return int the end of the statement
     */
    public function import(Tokens $tokens, int $i): int
    {
        [$kind, $group, $name, $alias] = [self::CLASSES, '', '', null];
        $ofGroup = $kind;
        while (++$i < $tokens->count) {
            $word = $tokens->text($i);
            if (in_array($word, [',', '}', ';'], true) || $tokens->id($i) === T_CLOSE_TAG) {
                $this->add($kind, $group . $name, $alias);
                [$kind, $name, $alias] = [$ofGroup, '', null];
                if ($word === ';' || $tokens->id($i) === T_CLOSE_TAG) {
                    return $i;
                }
            } elseif ($word === '{') {
                [$group, $name, $ofGroup] = [$name, '', $kind];
            } elseif ($word === 'as') {
                $alias = '';
            } elseif ($name === '' && in_array(strtolower($word), [self::FUNCTIONS, self::CONSTANTS], true)) {
                $kind = strtolower($word);
                $ofGroup = $group === '' ? $kind : $ofGroup;
            } elseif ($alias !== null) {
                $alias = $word;
            } else {
                $name .= $word;
            }
        }
        return $i;
    }

    private function add(string $kind, string $name, ?string $alias): void
    {
        $name = ltrim($name, '\\');
        if ($name === '' || str_ends_with($name, '\\')) {
            return;
        }
        $parts = explode('\\', $name);
        $alias ??= $parts[array_key_last($parts)];
        $this->imports[$kind][$kind === self::CONSTANTS ? $alias : strtolower($alias)] = $name;
    }

    /** The function outside of namespaces that a call may mean, in small letters. Null: it means another one. */
    public function function(string $written, int $id): ?Name
    {
        return $this->global(self::FUNCTIONS, strtolower($written), $id);
    }

    public function constant(string $written, int $id): ?Name
    {
        return $this->global(self::CONSTANTS, $written, $id);
    }

    /** The class outside of namespaces that a name means, in small letters. Null: it means another one. */
    public function class(string $written, int $id): ?string
    {
        $name = $this->global(self::CLASSES, strtolower($written), $id);
        return $name === null || $name->hiddenBy !== null ? null : strtolower($name->text);
    }

    /** The full name of what is declared here. */
    public function declared(string $name): string
    {
        return strtolower($this->namespace === '' ? $name : "$this->namespace\\$name");
    }

    private function global(string $kind, string $written, int $id): ?Name
    {
        $parts = explode('\\', $written);
        if ($id === T_NAME_FULLY_QUALIFIED) {
            return isset($parts[2]) ? null : new Name($parts[1] ?? '', null);
        }
        if ($id === T_NAME_RELATIVE) {  // namespace\name
            $rest = implode('\\', array_slice($parts, 1));
            return $this->namespace !== '' || isset($parts[2]) ? null : new Name($rest, null);
        }
        if ($id !== T_STRING) {
            return null;
        }
        $imported = $this->imports[$kind][$written] ?? null;
        if ($imported !== null) {
            $text = $kind === self::CONSTANTS ? $imported : strtolower($imported);
            return str_contains($imported, '\\') ? null : new Name($text, null);
        }
        return new Name($written, $this->namespace === '' ? null : strtolower("$this->namespace\\$written"));
    }
}
