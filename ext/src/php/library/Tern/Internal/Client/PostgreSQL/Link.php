<?php

declare(strict_types=1);

namespace Tern\Internal\Client\PostgreSQL;

use Swoole\Error;
use PgSql\Connection;
use PgSql\Result;
use Swoole\Coroutine;
use Throwable;
use function Tern\Internal\cooperate;
use function Tern\Internal\is_overdue;
use function Tern\Internal\uncooperate;
use function in_array;
use function strlen;

/** A connection to a PostgreSQL server, for one coroutine at a time, that suspends it whatever the hooks are. */
final class Link
{
    private const PREFIX = 'tern_';
    private const TIMED_OUT = 110;
    private const BAD = [PGSQL_BAD_RESPONSE, PGSQL_FATAL_ERROR, PGSQL_EMPTY_QUERY];
    private const COPY = [PGSQL_COPY_IN, PGSQL_COPY_OUT];

    private ?Connection $connection = null;
    /** The coroutine that waits in a call; 0: none. */
    private int $user = 0;
    private int $names = 0;
    /** Names up to this one are of a connection that is closed. */
    private int $lost = 0;
    /** @var list<string> prepared statements that the program does not have any more */
    private array $unused = [];

    public function connection(): ?Connection
    {
        return $this->connection;
    }

    /** @param float $timeout in seconds; 0 or less: no limit */
    public function connect(string $options, float $timeout): Answer
    {
        return $this->using(fn() => $this->reach($options), $timeout);
    }

    public function close(): void
    {
        if ($this->connection !== null) {
            pg_close($this->connection);
        }
        [$this->connection, $this->lost, $this->unused] = [null, $this->names, []];
    }

    public function query(string $sql): Answer
    {
        return $this->ask(static fn(Connection $connection) => @pg_send_query($connection, $sql));
    }

    public function prepare(string $name, string $sql): Answer
    {
        $this->forget();
        return $this->ask(static fn(Connection $connection) => @pg_send_prepare($connection, $name, $sql));
    }

    /** @param list<mixed> $values */
    public function execute(string $name, array $values): Answer
    {
        return $this->ask(static fn(Connection $connection) => @pg_send_execute($connection, $name, $values));
    }

    /** A new session. */
    public function reset(): bool
    {
        if ($this->connection === null) {
            return false;
        }
        $begun = pg_transaction_status($this->connection) !== PGSQL_TRANSACTION_IDLE;
        if ($begun && !$this->query('ROLLBACK')->isGood()) {
            return false;
        }
        [$this->lost, $this->unused] = [$this->names, []];
        return $this->query('DISCARD ALL')->isGood();
    }

    /** A name that no prepared statement has. */
    public function name(): string
    {
        return self::PREFIX . ++$this->names;
    }

    public function unused(string $name): void
    {
        if ((int) substr($name, strlen(self::PREFIX)) > $this->lost) {
            $this->unused[] = $name;
        }
    }

    /**
     * Suspends in what the function does with the connection. An exception closes it: an answer may be on its way.
     *
     * @param callable(): Answer $call
     */
    public function using(callable $call, float $timeout = 0): Answer
    {
        $id = Coroutine::getCid();
        if ($id < 0) {
            throw new Error('API must be called in the coroutine', SWOOLE_ERROR_CO_OUT_OF_COROUTINE);
        }
        if ($this->user !== 0) {
            throw new Error("Coroutine #$this->user uses this PostgreSQL already: coroutine #$id cannot");
        }
        $this->user = $id;
        $before = cooperate($timeout);
        try {
            return $call();
        } catch (Throwable $thrown) {
            $this->close();
            throw $thrown;
        } finally {
            uncooperate($before);
            $this->user = 0;
        }
    }

    /** @param callable(Connection): (bool|int) $send */
    private function ask(callable $send): Answer
    {
        $connection = $this->connection;
        if ($connection === null) {
            return new Answer(null, 'not connected');
        }
        return $this->using(fn() => $this->exchange($connection, $send));
    }

    /** @param callable(Connection): (bool|int) $send */
    private function exchange(Connection $connection, callable $send): Answer
    {
        if (!$send($connection)) {
            return $this->failure($connection);
        }
        $last = $copy = null;
        while ($result = pg_get_result($connection)) {
            if (in_array(pg_result_status($result), self::COPY, true)) {
                $copy = new Answer(null, 'COPY from or to the client is not supported');
                pg_end_copy($connection);
            }
            $last = $last !== null && in_array(pg_result_status($last), self::BAD, true) ? $last : $result;
        }
        return $copy ?? ($last === null ? $this->failure($connection) : $this->judge($connection, $last));
    }

    private function judge(Connection $connection, Result $result): Answer
    {
        $state = pg_result_status($result);
        if (!in_array($state, self::BAD, true)) {
            return new Answer($result, null, 0, self::notices($connection));
        }
        $error = pg_result_error($result) ?: 'the query is empty';
        if ($state !== PGSQL_EMPTY_QUERY && !pg_result_error_field($result, PGSQL_DIAG_SQLSTATE)) {
            $this->close();  // not the server's error: an answer may be on its way
            return new Answer($result, $error);
        }
        $notices = self::notices($connection);
        if (pg_connection_status($connection) !== PGSQL_CONNECTION_OK) {
            $this->close();
        }
        return new Answer($result, $error, 0, $notices);
    }

    /** @return list<string>|null */
    private static function notices(Connection $connection): ?array
    {
        /** @var list<string>|false $notices */
        $notices = pg_last_notice($connection, PGSQL_NOTICE_ALL);
        if ($notices === false || $notices === []) {
            return null;
        }
        pg_last_notice($connection, PGSQL_NOTICE_CLEAR);
        return $notices;
    }

    private function failure(Connection $connection): Answer
    {
        $error = pg_last_error($connection);
        $this->close();
        return new Answer(null, $error);
    }

    private function reach(string $options): Answer
    {
        $this->close();
        error_clear_last();
        $connection = @pg_connect($options, PGSQL_CONNECT_FORCE_NEW | PGSQL_CONNECT_ASYNC);
        if ($connection === false) {
            return $this->refusal((string) preg_replace('/^pg_connect\(\): /', '', error_get_last()['message'] ?? ''));
        }
        while (($state = pg_connect_poll($connection)) !== PGSQL_POLLING_OK) {
            if ($state === PGSQL_POLLING_FAILED || is_overdue()) {
                $refusal = $this->refusal(pg_last_error($connection));
                pg_close($connection);
                return $refusal;
            }
            self::await($connection, $state === PGSQL_POLLING_READING);
        }
        $this->connection = $connection;
        return new Answer(null);
    }

    private function refusal(string $error): Answer
    {
        return is_overdue()
            ? new Answer(null, swoole_strerror(self::TIMED_OUT), self::TIMED_OUT)
            : new Answer(null, $error === '' ? 'Unable to connect to PostgreSQL server' : $error);
    }

    private static function await(Connection $connection, bool $reading): void
    {
        $socket = pg_socket($connection);
        $sockets = $socket === false ? [] : [$socket];
        $read = $reading ? $sockets : [];
        $write = $reading ? [] : $sockets;
        $except = [];
        if (@stream_select($read, $write, $except, null) === false) {
            Coroutine::sleep(0.001);
        }
    }

    private function forget(): void
    {
        if ($this->unused === [] || $this->connection === null
            || pg_transaction_status($this->connection) === PGSQL_TRANSACTION_INERROR) {
            return;
        }
        $names = $this->unused;
        $this->unused = [];
        $this->query('DEALLOCATE ' . implode('; DEALLOCATE ', $names));
    }
}
