<?php

declare(strict_types=1);

namespace Tern\Launcher;

use function count;
use function is_array;
use function is_string;
use function array_slice;

/**
 * How `tern serve` was typed: an upgrade types it again, so that another PHP, another extension and another launcher are
 * found where the first ones were. It comes to the process of the server by the environment.
 */
final class StartCommand
{
    private const VARIABLE = 'TERN_STARTED_AS';

    /** For the launcher, before it becomes another command. */
    public static function remember(): void
    {
        if (getenv(self::VARIABLE) === false) {
            $words = explode("\0", rtrim((string) file_get_contents('/proc/self/cmdline'), "\0"));
            putenv(self::VARIABLE . '=' . json_encode([self::folder(), ...$words], JSON_INVALID_UTF8_IGNORE));
        }
    }

    /** For the process of the server, whose children do not see it. */
    public static function take(bool $mayUpgrade): void
    {
        $words = self::words();
        if (!$mayUpgrade) {
            \Tern\Internal\start_command([], '');
        } elseif (count($words) > 1) {
            \Tern\Internal\start_command(array_slice($words, 1), $words[0]);
        }
    }

    /** @return list<string> the folder, then the command. Children of this process do not see it */
    public static function words(): array
    {
        $words = json_decode((string) getenv(self::VARIABLE), true);
        putenv(self::VARIABLE);
        unset($_SERVER[self::VARIABLE], $_ENV[self::VARIABLE]);
        return is_array($words) ? array_values(array_filter($words, is_string(...))) : [];
    }

    /** With its symbolic links, where the shell knows them: one that leads elsewhere now is followed again. */
    public static function folder(): string
    {
        $named = (string) getenv('PWD');
        $real = (string) getcwd();
        return $named !== '' && realpath($named) === $real ? $named : $real;
    }
}
