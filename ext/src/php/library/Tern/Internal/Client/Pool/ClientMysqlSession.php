<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Pool;

use Closure;
use mysqli_sql_exception;
use Swoole\Coroutine\MySQL;
use Tern\Internal\Client\MySQL\Connection;

/** Swoole\Coroutine\MySQL. Programs have classes that extend it, so it has no methods for that. */
final class ClientMysqlSession extends Session
{
    public function __construct(private readonly MySQL $client)
    {
        $client->connected || throw new mysqli_sql_exception((string) $client->connect_error, (int) $client->connect_errno);
        $connection = $this->connection();
        if ($connection !== null) {
            $connection->keeper = null;  // what the pool closes counts no more, so it has to be gone
        }
    }

    public function reset(): bool
    {
        $clean = $this->connection()?->reset() ?? false;
        $this->client->setDefer(false);
        $this->connection()?->describe($this->client);
        return $clean;
    }

    public function ping(): bool
    {
        return $this->connection()?->ping() ?? false;
    }

    public function close(): void
    {
        $this->client->close();
    }

    private function connection(): ?Connection
    {
        return Closure::bind(fn() => $this->connection, $this->client, MySQL::class)();
    }
}
