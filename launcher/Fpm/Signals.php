<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

/** Names of signals. */
final class Signals
{
    private const NAMES = [SIGHUP => 'SIGHUP', SIGINT => 'SIGINT', SIGQUIT => 'SIGQUIT', 4 => 'SIGILL', 5 => 'SIGTRAP', 6 => 'SIGABRT', 7 => 'SIGBUS',
        8 => 'SIGFPE', SIGKILL => 'SIGKILL', SIGUSR1 => 'SIGUSR1', 11 => 'SIGSEGV', SIGUSR2 => 'SIGUSR2', 13 => 'SIGPIPE', 14 => 'SIGALRM',
        SIGTERM => 'SIGTERM', 17 => 'SIGCHLD', 18 => 'SIGCONT', 19 => 'SIGSTOP', 24 => 'SIGXCPU', 25 => 'SIGXFSZ', 31 => 'SIGSYS'];
    /** Those of a bug of PHP or of an extension: emergency_restart_threshold counts them. */
    public const FAULTS = [7, 11];

    /** How a process has ended. */
    public static function describe(int $code, int $signal): string
    {
        return $signal === 0 ? "with code $code" : "on signal $signal (" . (self::NAMES[$signal] ?? '') . ')';
    }
}
