<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function count;

/** When a response expires: a number of seconds after the request, or after the file was changed. */
final class Expiry
{
    /** By the beginnings that mod_expires compares. */
    private const UNITS = ['y' => 31_536_000, 'mo' => 2_592_000, 'w' => 604_800, 'd' => 86_400, 'h' => 3_600, 'mi' => 60, 's' => 1];

    private function __construct(public readonly bool $isFromModification, public readonly int $seconds)
    {
    }

    /**
     * @param string $text "A3600", "M3600" or "access plus 1 month 2 days"
     * @throws Unsupported
     */
    public static function of(string $text): self
    {
        if (preg_match('/^([AM])(-?\d+)$/', $text, $parts) === 1) {
            return new self($parts[1] === 'M', (int) $parts[2]);
        }
        $words = preg_split('/\s+/', strtolower(trim($text))) ?: [''];
        $base = array_shift($words);
        $isKnown = $base !== '' && ($base[0] === 'n' || $base[0] === 'a' || $base[0] === 'm');
        if (($words[0] ?? '') !== '' && $words[0][0] === 'p') {
            array_shift($words);
        }
        if (!$isKnown || count($words) % 2 !== 0 || $words === []) {
            throw new Unsupported("must be like \"access plus 1 month\", \"modification plus 1 hour\" or A3600, $text given");
        }
        $seconds = 0;
        for ($i = 0; $i < count($words); $i += 2) {
            $seconds += self::part($words[$i], $words[$i + 1]);
        }
        return new self($base[0] === 'm', $seconds);
    }

    private static function part(string $number, string $unit): int
    {
        foreach (self::UNITS as $name => $seconds) {
            if (Digits::are($number) && str_starts_with($unit, $name)) {
                return (int) $number * $seconds;
            }
        }
        throw new Unsupported("must have numbers of years, months, weeks, days, hours, minutes or seconds, $number $unit given");
    }
}
