<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use DateTimeImmutable;
use DateTimeZone;
use Exception;
use function is_string;
use function strlen;
use function sprintf;

/** Times of logs and status pages: in the time zone of the machine, as C programs print them, and not in that of php.ini. */
final class LocalTime
{
    /** As in `29/Nov/2026:22:50:00 +0000`. */
    public const LOG_FORMAT = '%d/%b/%Y:%H:%M:%S %z';

    private const ZONES = '/zoneinfo/';
    /** What strftime() prints in the locale C, in the letters of date(). */
    private const LETTERS = [
        'a' => 'D', 'A' => 'l', 'b' => 'M', 'B' => 'F', 'c' => 'D M _j H:i:s Y', 'd' => 'd', 'D' => 'm/d/y', 'e' => '_j', 'F' => 'Y-m-d',
        'g' => '_o', 'G' => 'o', 'h' => 'M', 'H' => 'H', 'I' => 'h', 'j' => '_z', 'k' => '_G', 'l' => '_g', 'm' => 'm', 'M' => 'i', 'n' => "\n",
        'p' => 'A', 'P' => 'a', 'r' => 'h:i:s A', 'R' => 'H:i', 's' => 'U', 'S' => 's', 't' => "\t", 'T' => 'H:i:s', 'u' => 'N', 'V' => 'W',
        'w' => 'w', 'x' => 'm/d/y', 'X' => 'H:i:s', 'y' => 'y', 'Y' => 'Y', 'z' => 'O', 'Z' => 'T',
    ];

    private readonly DateTimeZone $zone;
    private int $second = -1;
    private string $text = '';

    /** Make it before the process changes its root. */
    public function __construct()
    {
        $this->zone = self::zone();
    }

    /** In LOG_FORMAT. */
    public function log(int $time): string
    {
        if ($time !== $this->second) {
            $this->second = $time;
            $this->text = $this->at($time)->format('d/M/Y:H:i:s O');
        }
        return $this->text;
    }

    /** As in the lines of error_log. */
    public static function now(): string
    {
        return (new self())->at(time())->format('d-M-Y H:i:s');
    }

    /** @param string $format as of strftime(3) */
    public function format(string $format, int $time): string
    {
        $at = $this->at($time);
        $text = preg_replace_callback('/%[EO]?(.)/s', fn(array $found) => self::part($found[1], $at) ?? $found[0], $format);
        return is_string($text) ? $text : $format;
    }

    private function at(int $time): DateTimeImmutable
    {
        return (new DateTimeImmutable("@$time"))->setTimezone($this->zone);
    }

    private static function part(string $letter, DateTimeImmutable $at): ?string
    {
        if ($letter === '%') {
            return '%';
        }
        if ($letter === 'C') {
            return substr($at->format('Y'), 0, -2);
        }
        if ($letter === 'U' || $letter === 'W') {  // weeks that begin with a Sunday, or a Monday
            $day = (int) $at->format('w');
            $since = $letter === 'U' ? $day : ($day + 6) % 7;
            return sprintf('%02d', intdiv((int) $at->format('z') + 7 - $since, 7));
        }
        $format = self::LETTERS[$letter] ?? null;
        return $format === null ? null : self::padded($format, $at);
    }

    /** `_` in front of a letter: padded as strftime() pads what date() does not. */
    private static function padded(string $format, DateTimeImmutable $at): string
    {
        $text = '';
        for ($i = 0; $i < strlen($format); ++$i) {
            $text .= $format[$i] !== '_' ? $at->format($format[$i]) : match ($format[++$i]) {
                'z' => sprintf('%03d', (int) $at->format('z') + 1),
                'o' => substr($at->format('o'), -2),
                default => sprintf('%2d', (int) $at->format($format[$i])),
            };
        }
        return $text;
    }

    private static function zone(): DateTimeZone
    {
        $link = is_link('/etc/localtime') ? (string) readlink('/etc/localtime') : '';
        $after = strrpos($link, self::ZONES);
        $file = $after === false ? '' : substr($link, $after + strlen(self::ZONES));
        $named = is_readable('/etc/timezone') ? trim((string) file_get_contents('/etc/timezone')) : '';
        foreach ([ltrim((string) getenv('TZ'), ':'), $file, $named] as $name) {
            try {
                if ($name !== '') {
                    return new DateTimeZone($name);
                }
            } catch (Exception) {
                continue;  // no name that PHP knows
            }
        }
        return new DateTimeZone(date_default_timezone_get());
    }
}
