<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use function strlen;

/** What values a directive has: how they are read and shown. */
enum Kind
{
    case Text;
    case Number;
    case Seconds;
    /** Seconds that are shown without their unit. */
    case BareSeconds;
    case Flag;
    case LogLevel;
    case Facility;
    case CoreSize;
    case Priority;
    case Manager;

    private const UNITS = ['m' => 60, 'h' => 3600, 'd' => 86400, 's' => 1];
    private const LARGEST = 2 ** 31 - 1;
    public const NO_PRIORITY = 64;
    private const FACILITIES = ['AUTH' => LOG_AUTH, 'AUTHPRIV' => LOG_AUTHPRIV, 'CRON' => LOG_CRON, 'DAEMON' => LOG_DAEMON, 'FTP' => 11 << 3,
        'KERN' => LOG_KERN, 'LPR' => LOG_LPR, 'MAIL' => LOG_MAIL, 'NEWS' => LOG_NEWS, 'SYSLOG' => LOG_SYSLOG, 'USER' => LOG_USER,
        'UUCP' => LOG_UUCP, 'LOCAL0' => LOG_LOCAL0, 'LOCAL1' => LOG_LOCAL1, 'LOCAL2' => LOG_LOCAL2, 'LOCAL3' => LOG_LOCAL3,
        'LOCAL4' => LOG_LOCAL4, 'LOCAL5' => LOG_LOCAL5, 'LOCAL6' => LOG_LOCAL6, 'LOCAL7' => LOG_LOCAL7];

    /** @throws ConfigError for a value that it does not have: only the reason */
    public function read(string $value): int|string|bool
    {
        return match ($this) {
            self::Text => $value,
            self::Number, self::Priority => self::number($value),
            self::Seconds, self::BareSeconds => self::seconds($value),
            self::Flag => self::flag($value),
            self::LogLevel => (Level::of($value) ?? throw new ConfigError("invalid value for 'log_level'"))->value,
            self::Facility => self::FACILITIES[strtoupper($value)] ?? throw new ConfigError('invalid value'),
            self::CoreSize => self::coreSize($value),
            self::Manager => self::manager($value),
        };
    }

    public function show(int|string|bool|null $value): string
    {
        return match ($this) {
            self::Seconds => (int) $value . 's',
            self::Flag => $value === true ? 'yes' : 'no',
            self::LogLevel => Level::from((int) $value)->text(),
            self::Priority => $value === self::NO_PRIORITY ? 'undefined' : (string) $value,
            default => $value === null ? 'undefined' : (string) $value,
        };
    }

    public static function isNumber(string $text): bool
    {
        return preg_match('/^\d+$/D', $text) === 1;
    }

    /** Of a setting of PHP. */
    public static function isOn(string $text): bool
    {
        return filter_var($text, FILTER_VALIDATE_BOOL);
    }

    /** @throws ConfigError */
    public static function flag(string $value): bool
    {
        return match (strtolower($value)) {  // PHP has read words as "1" and "", but not those of variables
            '1', 'yes', 'true', 'on' => true,
            '', '0', 'no', 'none', 'false', 'off' => false,
            default => throw new ConfigError('invalid boolean value'),
        };
    }

    /** @throws ConfigError */
    private static function number(string $value): int
    {
        if (preg_match('/^-?\d*$/D', $value) !== 1) {
            throw new ConfigError('is not a valid number (greater or equal than zero)');
        }
        return max(-self::LARGEST, min(self::LARGEST, (int) $value));
    }

    /** @throws ConfigError */
    private static function seconds(string $value): int
    {
        if ($value === '') {
            throw new ConfigError('invalid time value');
        }
        $last = $value[strlen($value) - 1];
        $factor = self::isNumber($last) ? 1 : self::UNITS[$last] ?? throw new ConfigError('unknown suffix used in time value');
        return min(self::LARGEST, $factor * (int) $value);
    }

    /** @throws ConfigError */
    private static function coreSize(string $value): int
    {
        $size = strcasecmp($value, 'unlimited') === 0 ? -1 : self::number($value);
        if ($size < 0 && strcasecmp($value, 'unlimited') !== 0) {
            throw new ConfigError("must be greater than zero or 'unlimited'");
        }
        return $size;
    }

    /** @throws ConfigError */
    private static function manager(string $value): string
    {
        $name = strtolower($value);
        return match ($name) {
            'static', 'dynamic', 'ondemand' => $name,
            default => throw new ConfigError('invalid process manager (static, dynamic or ondemand)'),
        };
    }
}
