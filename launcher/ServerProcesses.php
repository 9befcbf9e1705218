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
    public static function addTo(Server $server, array $commands, ?FollowedPaths $paths): void
    {
        $processes = array_map(static fn(string $command): Process => self::process($command, $paths), $commands);
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

    private static function process(string $command, ?FollowedPaths $paths): Process
    {
        return new Process(static function (Process $process) use ($command, $paths): void {
            $paths === null || @chdir($paths->working);
            $process->exec('/bin/sh', ['-c', "exec $command"]);
        });
    }
}
