<?php

declare(strict_types=1);

namespace Tern\Launcher;

/** Text from elsewhere (names of files, what clients sent, what a server answers) for a terminal or a log. */
final class Text
{
    /** Control characters, marks that change the direction of writing, and what some readers take for the end of a line. */
    private const ACTS = '/[\x00-\x1f\x7f-\x9f\x{2028}-\x{202e}\x{2066}-\x{2069}]/u';
    private const NOT_ASCII = '/[^\x20-\x7e]/';  // for what is no UTF-8

    public static function line(string $text): string
    {
        return preg_replace(self::ACTS, '?', $text) ?? (string) preg_replace(self::NOT_ASCII, '?', $text);
    }

    /** Line breaks stay; `$margin` follows each, so that none of these lines looks like the first one of something else. */
    public static function lines(string $text, string $margin = ''): string
    {
        return implode("\n$margin", array_map(self::line(...), explode("\n", $text)));
    }
}
