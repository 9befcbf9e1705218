<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Pool;

use Closure;
use Swoole\Coroutine\PostgreSQL;
use Tern\Internal\Client\PostgreSQL\Link;
use Tern\PoolException;

/** Swoole\Coroutine\PostgreSQL. Programs have classes that extend it, so it has no methods for that. */
final class ClientPgsqlSession extends Session
{
    private readonly Link $link;

    public function __construct(PostgreSQL $client)
    {
        $this->link = Closure::bind(fn() => $this->link, $client, PostgreSQL::class)();
        $this->link->connection() !== null || throw new PoolException((string) ($client->error ?? 'not connected'));
    }

    public function reset(): bool
    {
        return $this->link->reset();
    }

    public function ping(): bool
    {
        return $this->link->query('SELECT 1')->isGood();
    }

    public function close(): void
    {
        $this->link->close();
    }
}
