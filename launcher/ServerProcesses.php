<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Closure;
use Swoole\Process;
use Swoole\Server;

/** Programs that run beside the workers: those of `tern serve --process`. The server starts one again when it ends. */
final class ServerProcesses
{
    /** @param list<string> $commands of the shell */
    public static function addTo(Server $server, array $commands): void
    {
        $processes = array_map(self::process(...), $commands);
        foreach ($processes as $process) {
            $server->addProcess($process);
        }
        if ($processes !== []) {
            $own = $server->getCallback('afterReload');
            $server->on('afterReload', static function (Server $server) use ($own, $processes): void {
                foreach ($processes as $process) {
                    $server->stop($process->id);
                }
                $own instanceof Closure && $own($server);
            });
        }
    }

    private static function process(string $command): Process
    {
        return new Process(static function (Process $process) use ($command): void {
            $process->exec('/bin/sh', ['-c', "exec $command"]);
        });
    }
}
