<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Pool;

use mysqli;
use PDO;
use PgSql\Connection;
use Redis;
use Swoole\Coroutine\MySQL;
use Swoole\Coroutine\PostgreSQL;
use Swoole\Coroutine\Redis as Client;
use Tern\Pool\Resettable;
use Tern\PoolException;

/** How a kind of connection is made clean again, asked and closed. Methods that suspend are called with cooperate(). */
abstract class Session
{
    /** @throws PoolException for a kind of connection that cannot be reset */
    public static function of(object $connection): self
    {
        return match (true) {
            $connection instanceof Resettable => new ResettableSession($connection),
            $connection instanceof PDO => PdoSession::ofDriver($connection),
            $connection instanceof mysqli => new MysqliSession($connection),
            $connection instanceof Connection => new PgsqlSession($connection),
            $connection instanceof Redis => new RedisSession($connection),
            $connection instanceof MySQL => new ClientMysqlSession($connection),
            $connection instanceof PostgreSQL => new ClientPgsqlSession($connection),
            $connection instanceof Client => new ClientRedisSession($connection),
            default => throw new PoolException('A pool cannot clean a ' . get_debug_type($connection)
                . ': give it the argument "reset", or let the class implement ' . Resettable::class),
        };
    }

    /** As new. Suspends. False or an exception: it is of no use any more. */
    abstract public function reset(): bool;

    /** Whether the server answers. Suspends. */
    abstract public function ping(): bool;

    public function close(): void
    {
    }

    /**
     * Whether there are objects left that will talk to the server when they go.
     *
     * @param int $usual references on the connection that others may have
     */
    public function isHeld(int $usual): bool
    {
        return false;
    }

    /** For one that is held: what it locks on the server must not wait for reset(). Suspends. */
    public function endTransaction(): void
    {
    }
}
