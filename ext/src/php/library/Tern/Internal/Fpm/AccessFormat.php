<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use InvalidArgumentException;
use function in_array;
use function is_array;
use function is_scalar;
use function strlen;
use function sprintf;

/** access.format of a pool: makes the line of a request. */
final class AccessFormat
{
    /** Of pools that set none. */
    public const DEFAULT = '%R - %u %t "%m %r" %s';

    private const SECONDS = ['', 'seconds'];
    private const MILLISECONDS = ['milliseconds', 'milli', 'miliseconds', 'mili'];
    private const MICROSECONDS = ['microseconds', 'micro'];
    private const BYTES = ['', 'bytes'];
    private const KILOBYTES = ['kilobytes', 'kilo'];
    private const MEGABYTES = ['megabytes', 'mega'];
    /** What a directive may have in braces, and php-fpm's words for it. */
    private const MODIFIERS = [
        'C' => [['', 'total', 'user', 'system'], "only 'total', 'user' or 'system' are allowed"],
        'd' => [
            [...self::SECONDS, ...self::MILLISECONDS, ...self::MICROSECONDS],
            "only 'seconds', 'milli', 'milliseconds', 'micro' or 'microseconds' are allowed",
        ],
        'M' => [
            [...self::BYTES, ...self::KILOBYTES, ...self::MEGABYTES],
            "only 'bytes', 'kilo', 'kilobytes', 'mega' or 'megabytes' are allowed",
        ],
    ];
    /** These need a name in braces. */
    private const NAMED = ['e' => 'environment variable', 'o' => 'header'];
    private const WITHOUT_BRACES = '%flmnpPqQrRsu';
    /** These may have a format of strftime() in braces. */
    private const TIMES = 'tT';

    /** @var list<array{string, string}> a directive and what it has in braces, or '' and plain text */
    private readonly array $pieces;
    private readonly LocalTime $time;

    /** @throws InvalidArgumentException when the format is wrong; the message is what php-fpm logs */
    public function __construct(string $format, private readonly string $pool, private readonly int $masterPid)
    {
        $this->pieces = self::compile($format);
        $this->time = new LocalTime();
    }

    /** What is wrong with a format, in the words of php-fpm; null: nothing. */
    public static function complaint(string $format): ?string
    {
        try {
            self::compile($format);
            return null;
        } catch (InvalidArgumentException $wrong) {
            return $wrong->getMessage();
        }
    }

    /** Whether the line has this directive. */
    public function has(string $directive): bool
    {
        return in_array($directive, array_column($this->pieces, 0), true);
    }

    /**
     * The line of a request, without its end.
     *
     * @param array<array-key, mixed> $fields of the response's head, by name
     */
    public function line(Activity $activity, int $status, array $fields): string
    {
        $line = '';
        foreach ($this->pieces as [$directive, $argument]) {
            $line .= $directive === '' ? $argument : $this->value($directive, $argument, $activity, $status, $fields);
        }
        return $line;
    }

    /** @param array<array-key, mixed> $fields */
    private function value(string $directive, string $argument, Activity $activity, int $status, array $fields): string
    {
        return match ($directive) {
            'C' => sprintf('%.2f', $argument === 'system' ? 0 : $activity->computed * 100),
            'd' => self::duration($activity->durationUs, $argument),
            'e' => self::orDash($activity->variables[$argument] ?? null),
            'f' => self::orDash($activity->script()),
            'l' => (string) $activity->length(),
            'm' => self::orDash($activity->method()),
            'M' => self::memory($activity->memory, $argument),
            'n' => $this->pool,
            'o' => self::field($fields, $argument),
            'p' => (string) getmypid(),
            'P' => (string) $this->masterPid,
            'q' => Activity::visible($activity->query()),
            'Q' => $activity->query() === '' ? '' : '?',
            'r' => self::orDash($activity->uri()),
            'R' => self::orDash($activity->client),
            's' => (string) $status,
            't' => $this->timeText($argument, $activity->acceptedAt()),
            'T' => $this->timeText($argument, time()),
            'u' => Activity::visible($activity->user()),
            default => $directive,  // '%'
        };
    }

    private static function duration(int $us, string $unit): string
    {
        return match (true) {
            in_array($unit, self::SECONDS, true) => sprintf('%.3f', $us / 1e6),
            in_array($unit, self::MILLISECONDS, true) => sprintf('%.3f', $us / 1e3),
            default => (string) $us,
        };
    }

    private static function memory(int $bytes, string $unit): string
    {
        return (string) match (true) {
            in_array($unit, self::BYTES, true) => $bytes,
            in_array($unit, self::KILOBYTES, true) => intdiv($bytes, 1024),
            default => intdiv($bytes, 1024 * 1024),
        };
    }

    /**
     * php-fpm distinguishes upper and lower case here.
     *
     * @param array<array-key, mixed> $fields
     */
    private static function field(array $fields, string $wanted): string
    {
        $value = $fields[$wanted] ?? null;
        return self::orDash(is_array($value) ? $value[0] ?? null : $value);
    }

    private function timeText(string $format, int $time): string
    {
        return $format === '' ? $this->time->log($time) : $this->time->format($format, $time);
    }

    private static function orDash(mixed $value): string
    {
        return !is_scalar($value) || $value === '' ? '-' : Activity::visible((string) $value);
    }

    /** @return list<array{string, string}> */
    private static function compile(string $format): array
    {
        $pieces = [];
        for ($at = 0; $at < strlen($format);) {
            $end = strcspn($format, '%', $at);
            if ($end > 0) {
                $pieces[] = ['', substr($format, $at, $end)];
                $at += $end;
            } else {
                [$piece, $at] = self::directive($format, $at + 1);
                $piece === null || $pieces[] = $piece;
            }
        }
        return $pieces;
    }

    /**
     * @return array{array{string, string}|null, int} the piece, and where the next one begins; php-fpm ignores a % at the end
     */
    private static function directive(string $format, int $at): array
    {
        $argument = '';
        while (($format[$at] ?? '') === '{') {
            $close = strpos($format, '}', $at);
            if ($close === false || $close + 1 === strlen($format)) {
                throw new InvalidArgumentException('missing closing embrace in the access.format');
            }
            $argument = substr($format, $at + 1, $close - $at - 1);
            $at = $close + 1;
        }
        $directive = $format[$at] ?? '';
        return $directive === '' ? [null, $at] : [self::checked($directive, $argument), $at + 1];
    }

    /** @return array{string, string} */
    private static function checked(string $directive, string $argument): array
    {
        $what = self::NAMED[$directive] ?? null;
        if ($what !== null && $argument === '') {
            throw new InvalidArgumentException("the name of the $what must be set between embraces for %$directive");
        }
        if (isset(self::MODIFIERS[$directive])) {
            [$allowed, $message] = self::MODIFIERS[$directive];
            if (!in_array(strtolower($argument), $allowed, true)) {
                throw new InvalidArgumentException("$message as a modifier for %$directive ('$argument')");
            }
            $argument = strtolower($argument);
        } elseif ($what === null && !str_contains(self::TIMES, $directive)) {
            if (!str_contains(self::WITHOUT_BRACES, $directive)) {
                throw new InvalidArgumentException("Invalid token in the access.format (%$directive)");
            }
            if ($argument !== '') {
                throw new InvalidArgumentException("embrace is not allowed for modifier %$directive");
            }
        }
        return [$directive, $argument];
    }
}
