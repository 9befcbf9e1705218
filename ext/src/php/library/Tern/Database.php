<?php

declare(strict_types=1);

namespace Tern;

use mysqli_sql_exception;
use PDOException;
use PgSql\Connection;
use Swoole\Coroutine;
use Throwable;
use ValueError;
use function in_array;
use function is_callable;
use function is_scalar;

/** What programs of every database need: transactions that are tried again, and what an exception means. */
final class Database
{
    private const DEADLOCK_CODES = [1205, 1213];
    private const DEADLOCK_STATES = ['40001', '40P01'];
    /** Of MySQL's client, of its server, of MariaDB's. */
    private const LOST_CODES = [2002, 2003, 2006, 2013, 2055, 1040, 1053, 1152, 1158, 1159, 1160, 1161, 1927, 3169, 4031];
    private const LOST_STATES = ['57P01', '57P02', '57P03', '57P05', '53300'];
    private const LOST_TEXTS = '/server closed the connection|no connection to the server|connection to server .* failed'
        . '|could not connect|terminating connection|the database system is (starting|shutting)|connection (was )?(lost|reset|refused|closed|timed out)'
        . '|gone away|went away|(read|write) error on connection|socket error on|broken pipe|unexpected eof|LOADING /i';

    /**
     * Runs a function in a transaction, and again when the database gave it up or the connection was lost: but not once it
     * may have been committed, wholly or in part. Suspends.
     *
     * @param callable $work gets the connection. It neither begins nor commits, and runs no statement that commits by
     *     itself (CREATE TABLE in MySQL): that is an exception at its end, and never tried again, unless PostgreSQL's
     *     connection was lost behind it, whose client does not know
     * @param int $attempts at most, 1 to 100
     * @param float $pause seconds before the second one, at random between half of it and all; twice that before the next
     * @return mixed what the function returned
     * @throws Throwable what the last attempt threw; a lost connection while committing is thrown at once:
     *     it may have been committed
     */
    public static function transaction(Pool $pool, callable $work, int $attempts = 3, float $pause = 0.02): mixed
    {
        if ($attempts < 1 || $attempts > 100) {
            throw new ValueError("Tern\Database::transaction(): Argument #3 (\$attempts) must be between 1 and 100, $attempts given");
        }
        for ($attempt = 1;; ++$attempt) {
            $again = true;
            try {
                return $pool->use(function (object $connection) use ($work, &$again) {
                    return self::attempt($connection, $work, $again);
                });
            } catch (Throwable $error) {
                if ($attempt === $attempts || !$again || !(self::isDeadlock($error) || self::isConnectionLost($error))) {
                    throw $error;
                }
            }
            $longest = $pause * 2 ** ($attempt - 1);
            Coroutine::sleep(max(0.001, $longest * (0.5 + mt_rand() / mt_getrandmax() / 2)));
        }
    }

    private static function attempt(object $connection, callable $work, bool &$again): mixed
    {
        self::say($connection, 'begin');
        try {
            $result = $work($connection);
        } finally {
            // What the client knows of it, also of a session that is gone.
            $again = !method_exists($connection, 'inTransaction') || $connection->inTransaction();
        }
        if (!$again) {
            throw new PoolException('The transaction was ended within: by commit(), rollBack() or a statement that commits');
        }
        try {
            self::say($connection, 'commit');
        } catch (Throwable $error) {
            $again = self::isDeadlock($error);
            throw $error;
        }
        return $result;
    }

    private static function say(object $connection, string $what): void
    {
        if ($connection instanceof Connection) {
            $done = pg_query($connection, $what);
        } else {
            $names = $what === 'commit' ? ['commit'] : ['beginTransaction', 'begin_transaction', 'begin'];
            $done = (self::method($connection, $names))();
        }
        if ($done === false) {
            throw new PoolException("The $what failed");
        }
    }

    /** @param list<string> $names the first of them that the connection has */
    private static function method(object $connection, array $names): callable
    {
        foreach ($names as $name) {
            $method = [$connection, $name];
            if (is_callable($method)) {
                return $method;
            }
        }
        throw new PoolException('A ' . get_debug_type($connection) . ' knows no transactions');
    }

    /** Whether the database gave up a transaction, or a lock, for another one: it may succeed when tried again. */
    public static function isDeadlock(Throwable $error): bool
    {
        return in_array(self::code($error), self::DEADLOCK_CODES, true)
            || in_array(self::state($error), self::DEADLOCK_STATES, true);
    }

    /** Whether the connection is lost, or there could be none because the server is not there (yet). */
    public static function isConnectionLost(Throwable $error): bool
    {
        return in_array(self::code($error), self::LOST_CODES, true) || in_array(self::state($error), self::LOST_STATES, true)
            || str_starts_with(self::state($error), '08') || preg_match(self::LOST_TEXTS, $error->getMessage()) === 1;
    }

    private static function code(Throwable $error): int
    {
        return match (true) {
            $error instanceof PDOException => is_numeric($code = $error->errorInfo[1] ?? $error->getCode()) ? (int) $code : 0,
            $error instanceof mysqli_sql_exception => $error->getCode(),
            default => 0,
        };
    }

    private static function state(Throwable $error): string
    {
        return match (true) {
            $error instanceof PDOException => is_scalar($state = $error->errorInfo[0] ?? '') ? (string) $state : '',
            $error instanceof mysqli_sql_exception => $error->getSqlState(),
            default => '',
        };
    }
}
