<?php

declare(strict_types=1);

namespace Swoole\Database;

use Tern\Database;
use Throwable;

/** Tells by an exception that the connection is lost. */
class DetectsLostConnections
{
    public static function causedByLostConnection(Throwable $e): bool
    {
        return Database::isConnectionLost($e);
    }
}
