<?php

declare(strict_types=1);

namespace Tern\Launcher;

use function in_array;

/** Settings as arguments of PHP's option -d, which reads them as lines of php.ini. */
final class IniLine
{
    private const OPTIONS = ['-d', '--define'];
    /** PHP takes such a value as it is, and puts any other into quotes. */
    private const TAKEN = '/^(?:[A-Za-z0-9"\']|$)/D';

    /** PHP reads this very value, whatever is in it. */
    public static function of(string $name, string $value): string
    {
        $isPlain = preg_match('/^[A-Za-z0-9]+$/D', $value) === 1 && @parse_ini_string("a=$value") === ['a' => $value];
        return "$name=" . ($isPlain ? $value : '"' . addcslashes($value, '"\\$') . '"');
    }

    /**
     * A setting with a syntax error, as in `-d name=a=b`, would make PHP ignore it and all that follow. Its value is taken as it was typed.
     *
     * @param list<string> $options of PHP
     * @return list<string>
     */
    public static function repaired(array $options): array
    {
        foreach ($options as $i => $word) {
            if ($i > 0 && in_array($options[$i - 1], self::OPTIONS, true)) {
                $options[$i] = self::repair($word);
            } elseif (str_starts_with($word, '-d') && $word !== '-d') {
                $options[$i] = '-d' . self::repair(substr($word, 2));
            }
        }
        return $options;
    }

    private static function repair(string $setting): string
    {
        [$name, $value] = explode('=', $setting, 2) + ['', '1'];
        $line = preg_match(self::TAKEN, $value) === 1 ? $setting : "$name=\"$value\"";
        return @parse_ini_string($line) === false ? self::of($name, $value) : $setting;
    }
}
