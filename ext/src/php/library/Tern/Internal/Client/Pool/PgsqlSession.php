<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Pool;

use PgSql\Connection;

/** The functions of the pgsql extension. */
final class PgsqlSession extends Session
{
    public function __construct(private readonly Connection $connection)
    {
    }

    public function reset(): bool
    {
        if (pg_connection_busy($this->connection)) {
            return false;  // a query is under way
        }
        $status = pg_transaction_status($this->connection);
        if ($status !== PGSQL_TRANSACTION_IDLE && !@pg_query($this->connection, 'ROLLBACK')) {
            return false;
        }
        return @pg_query($this->connection, 'DISCARD ALL') !== false;
    }

    public function ping(): bool
    {
        return @pg_query($this->connection, 'SELECT 1') !== false;
    }

    public function close(): void
    {
        pg_close($this->connection);
    }
}
