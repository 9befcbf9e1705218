<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use RuntimeException;

/** Why the configuration cannot be used: a line of the log. */
final class ConfigError extends RuntimeException
{
    public function __construct(string $message, public readonly Level $level = Level::Error)
    {
        parent::__construct($message);
    }

    /** @param int $number errno */
    public static function ofSystem(string $message, int $number): self
    {
        return new self($message . Log::reason($number));
    }
}
