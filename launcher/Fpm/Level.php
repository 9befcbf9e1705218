<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

/** How important a line of the log is. */
enum Level: int
{
    case Debug = 1;
    case Notice = 2;
    case Warning = 3;
    case Error = 4;
    case Alert = 5;

    private const OF_WORDS = ['debug' => self::Debug, 'notice' => self::Notice, 'warning' => self::Warning, 'warn' => self::Warning,
        'error' => self::Error, 'alert' => self::Alert];

    /** As the directive log_level has it; null: there is no such level. */
    public static function of(string $word): ?self
    {
        return self::OF_WORDS[strtolower($word)] ?? null;
    }

    public function text(): string
    {
        return strtoupper($this->name);
    }

    public function priority(): int
    {
        return match ($this) {
            self::Debug => LOG_DEBUG,
            self::Notice => LOG_NOTICE,
            self::Warning => LOG_WARNING,
            self::Error => LOG_ERR,
            self::Alert => LOG_ALERT,
        };
    }
}
