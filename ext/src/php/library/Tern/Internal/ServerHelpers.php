<?php

declare(strict_types=1);

namespace Tern\Internal;

use Closure;
use Swoole\Server;
use Swoole\Server\Helper;

/** Calls what Swoole\Server\Helper has for a server with stats_file or admin_server, before the program's own callbacks. */
final class ServerHelpers
{
    /** Before the server starts. */
    public static function attach(Server $server): void
    {
        Helper::onBeforeStart($server);
        self::precede($server, 'workerStart', Helper::onWorkerStart(...));
        self::precede($server, 'workerExit', Helper::onWorkerExit(...));
        self::precede($server, 'managerStart', Helper::onManagerStart(...));
    }

    private static function precede(Server $server, string $event, Closure $helper): void
    {
        $callback = $server->getCallback($event);
        $server->on($event, static function (Server $server, mixed ...$arguments) use ($helper, $callback): void {
            $helper($server, ...$arguments);
            if ($callback !== null) {
                $callback($server, ...$arguments);
            }
        });
    }
}
