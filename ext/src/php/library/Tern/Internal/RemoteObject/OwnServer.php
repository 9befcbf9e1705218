<?php

declare(strict_types=1);

namespace Tern\Internal\RemoteObject;

use Swoole\Event;
use Swoole\Http\Server as HttpServer;
use Swoole\RemoteObject\Server;

/** The server in the process that DefaultServer forks. */
final class OwnServer extends Server
{
    public const READY = "ready\n";

    /** @var resource the other end of DefaultServer's */
    public $lifeline;

    protected function onReady(HttpServer $http): void
    {
        fwrite($this->lifeline, self::READY);
        Event::add($this->lifeline, static fn() => $http->shutdown());
    }
}
