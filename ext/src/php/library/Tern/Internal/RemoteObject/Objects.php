<?php

declare(strict_types=1);

namespace Tern\Internal\RemoteObject;

use Swoole\RemoteObject\Context;
use function in_array;

/** The objects of a worker, by client. Those of a client end with its connection. */
final class Objects
{
    /** @var array<string, ClientObjects> by the client's id */
    private array $clients = [];
    /** @var array<int, string> the client's id by the connection's number */
    private array $connections = [];

    public function of(int $connection, Context $context): ClientObjects
    {
        $client = $context->getClientId();
        $this->connections[$connection] = $client;
        return $this->clients[$client] ??= new ClientObjects($client);
    }

    /** The connection was closed. */
    public function drop(int $connection): void
    {
        $client = $this->connections[$connection] ?? null;
        unset($this->connections[$connection]);
        if ($client !== null && !in_array($client, $this->connections, true)) {
            unset($this->clients[$client]);
        }
    }
}
