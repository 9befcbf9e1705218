<?php

declare(strict_types=1);

namespace Tern\Internal;

use function class_exists;
use function in_array;

/** Files of PHP that only declare classes, constants and functions: nothing happens when they are included. */
final class Declarations
{
    private const STATEMENTS = [
        T_USE, T_CONST, T_DECLARE, T_CLASS, T_ABSTRACT, T_FINAL, T_READONLY, T_INTERFACE, T_TRAIT, T_ENUM, T_FUNCTION, T_ATTRIBUTE,
    ];

    /** True as well for files with a namespace, which are not looked at any further, and without ext-tokenizer. */
    public static function areAll(string $file): bool
    {
        if (!class_exists(\PhpToken::class)) {
            return true;
        }
        $depth = 0;
        $begins = true;  // a statement
        $isAttribute = false;
        foreach (\PhpToken::tokenize((string) file_get_contents($file)) as $token) {
            if ($token->isIgnorable() || ($begins && $token->is([';', T_CLOSE_TAG]))) {
                continue;
            }
            if ($depth === 0 && $begins && !in_array($token->id, self::STATEMENTS, true)) {
                return $token->is(T_NAMESPACE);
            }
            $isAttribute = $isAttribute || ($depth === 0 && $token->is(T_ATTRIBUTE));
            $depth += $token->is(['{', '(', '[', T_ATTRIBUTE, T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES]) <=> $token->is(['}', ')', ']']);
            $begins = $depth === 0 && ($token->is([';', '}']) || ($isAttribute && $token->is(']')));
            $isAttribute = $isAttribute && !$begins;
        }
        return true;
    }
}
