<?php

declare(strict_types=1);

namespace Tern\Launcher;

use ParseError;
use PhpToken;

/** What PHP would not even read. */
final class Syntax
{
    /**
     * @param list<string> $files
     * @return list<string> a line for each broken one
     */
    public static function problems(array $files): array
    {
        $problems = [];
        foreach ($files as $file) {
            $problem = str_ends_with($file, '.php') && is_file($file) ? self::problem($file) : null;
            if ($problem !== null) {
                $problems[] = $problem;
            }
        }
        return $problems;
    }

    private static function problem(string $file): ?string
    {
        if (!class_exists(PhpToken::class)) {
            exec(escapeshellarg(PHP_BINARY) . ' -n -l ' . escapeshellarg($file) . ' 2>&1', $lines, $status);
            $told = array_filter($lines, static fn(string $line): bool => $line !== '' && !str_starts_with($line, 'Errors parsing'));
            return $status === 0 ? null : implode("\n", $told);
        }
        try {
            PhpToken::tokenize((string) file_get_contents($file), TOKEN_PARSE);
            return null;
        } catch (ParseError $error) {
            return "{$error->getMessage()} in $file on line {$error->getLine()}";
        }
    }
}
