<?php

declare(strict_types=1);

namespace Tern\Launcher;

use function extension_loaded;

/** Runs a server below a process that stays while upgrades replace the server. */
final class Supervise extends Command
{
    public const SUMMARY = 'run a server below a process that stays in an upgrade, for supervisors that watch one process';
    public const OPERANDS = '-- COMMAND [ARGUMENTS]';
    public const NOTES = <<<'TEXT'
        For supervisord, runit, s6 and containers: `tern supervise -- tern serve public`. Signals are sent to the server that serves now, and
        the exit status is that of the last one. systemd needs none of this: it knows which process is the main one.

        TEXT;

    public function run(Arguments $given): int
    {
        if ($given->rest === []) {
            throw new UsageError('supervise needs the command of a server: tern supervise -- tern serve public');
        }
        if ((string) getenv('NOTIFY_SOCKET') !== '') {
            throw new UsageError('NOTIFY_SOCKET is set: a manager that sets it needs no `tern supervise`; start the server itself');
        }
        if (!extension_loaded('tern')) {
            return (new Php())->again();
        }
        return (new Supervisor($given->rest))->run();
    }
}
