<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function is_int;

/** A regular expression as Apache compiles it, and whether it is negated. */
final class Pattern
{
    private const DELIMITER = "\x01";
    /** From these characters on a pattern is no plain text. */
    private const SPECIAL = '\\^$.[]|()?*+{}';

    private function __construct(public readonly string $source, private readonly string $regex, public readonly bool $isNegated)
    {
    }

    /** @throws Unsupported when it is no regular expression */
    public static function of(string $source, bool $ignoresCase = false, bool $isNegated = false): self
    {
        // A dot matches every character, and $ only the end.
        $regex = self::DELIMITER . $source . self::DELIMITER . ($ignoresCase ? 'sDi' : 'sD');
        $mistake = str_contains($source, self::DELIMITER) || str_contains($source, "\0") ? 'it contains control characters' : self::mistake($regex);
        if ($mistake !== null) {
            throw new Unsupported("$source is no regular expression: $mistake");
        }
        return new self($source, $regex, $isNegated);
    }

    private static function mistake(string $regex): ?string
    {
        $message = '';
        set_error_handler(static function (int $level, string $text) use (&$message): bool {
            $message = preg_replace('/^.*Compilation failed: /', '', $text) ?? $text;
            return true;
        });
        try {
            return preg_match($regex, '') === false ? $message : null;
        } finally {
            restore_error_handler();
        }
    }

    public static function isPlain(string $text): bool
    {
        return strpbrk($text, self::SPECIAL) === false;
    }

    /**
     * @return array<int, string>|null the groups, none where a negated pattern matches; null: it does not match
     * @throws PatternFailure when PCRE reaches a limit
     */
    public function match(string $subject): ?array
    {
        $found = preg_match($this->regex, $subject, $groups);
        if ($found === false) {
            throw new PatternFailure("the regular expression $this->source failed: " . preg_last_error_msg());
        }
        if ($this->isNegated) {
            return $found === 1 ? null : [];
        }
        return $found === 1 ? array_filter($groups, static fn(int|string $key): bool => is_int($key), ARRAY_FILTER_USE_KEY) : null;
    }

    /** @throws PatternFailure */
    public function matches(string $subject): bool
    {
        return $this->match($subject) !== null;
    }

    /**
     * Replaces $0 to $9 in a text.
     *
     * @param array<int, string> $groups
     */
    public static function fill(string $text, array $groups): string
    {
        if (!str_contains($text, '$') && !str_contains($text, '\\')) {
            return $text;
        }
        $pieces = preg_split('/(\\\\[$\\\\&]|\$\d)/', $text, -1, PREG_SPLIT_DELIM_CAPTURE) ?: [];
        foreach ($pieces as $i => $piece) {
            if ($i % 2 === 1) {
                $pieces[$i] = $piece[0] === '\\' ? $piece[1] : $groups[(int) $piece[1]] ?? '';
            }
        }
        return implode('', $pieces);
    }

    /** @throws PatternFailure */
    public function replace(string $subject, string $by, bool $everywhere): string
    {
        $count = $everywhere ? -1 : 1;
        $made = preg_replace_callback($this->regex, static fn(array $groups): string => self::fill($by, array_values($groups)), $subject, $count);
        return $made ?? throw new PatternFailure("the regular expression $this->source failed: " . preg_last_error_msg());
    }
}
