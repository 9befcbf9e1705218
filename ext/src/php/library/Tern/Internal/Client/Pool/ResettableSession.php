<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Pool;

use Tern\Pool\Resettable;
use function is_callable;

/** A connection that cleans itself. */
final class ResettableSession extends Session
{
    public function __construct(private readonly Resettable $connection)
    {
    }

    public function reset(): bool
    {
        return $this->connection->resetSession();
    }

    public function ping(): bool
    {
        return $this->connection->ping();
    }

    public function close(): void
    {
        if (is_callable([$this->connection, 'close'])) {
            $this->connection->close();
        }
    }
}
