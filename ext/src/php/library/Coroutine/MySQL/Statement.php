<?php

declare(strict_types=1);

namespace Swoole\Coroutine\MySQL;

use mysqli_stmt;
use Swoole\Coroutine\MySQL;
use Tern\Internal\Client\MySQL\Connection;
use Tern\Internal\Client\MySQL\Results;
use function count;
use function in_array;

/** A prepared statement. When it is gone, its connection keeps it for the next prepare() of the same text. */
class Statement
{
    use Results;

    /** The server does not know it any more: it was made for tables as they were, or for another session. */
    private const UNKNOWN = [1243, 1615];

    /** @var int|string the server's number of it */
    public $id = 0;

    private Connection $connection;
    /** Its number. */
    private int $sock;

    /** For MySQL::prepare() only. */
    public function __construct(
        private MySQL $client,
        Connection $connection,
        private string $sql,
        private ?mysqli_stmt $statement,
    ) {
        $this->connection = $connection;
        $this->id = $statement === null ? 0 : $statement->id;
        $this->sock = $client->sock;
    }

    public function __destruct()
    {
        if ($this->statement !== null) {
            $this->connection->giveBack($this->sql, $this->statement);
        }
    }

    /**
     * Suspends.
     *
     * @param array<mixed>|null $params one for each question mark
     * @param float $timeout in seconds; 0 or less: no limit. When it is over, the connection is closed.
     * @return list<array<mixed>>|bool the rows; true for a statement without rows, in fetch mode and when deferred
     */
    public function execute(?array $params = null, ?float $timeout = 0)
    {
        if ($this->connection->defer) {
            return $this->defer(fn() => $this->run($params ?? [], (float) $timeout));
        }
        return $this->run($params ?? [], (float) $timeout);
    }

    /**
     * The next result of a procedure. Suspends.
     *
     * @return list<array<mixed>>|bool|null null: there is none
     */
    public function nextResult(?float $timeout = 0)
    {
        return $this->statement === null ? null : $this->advance($this->statement, (float) $timeout);
    }

    /**
     * The server forgets it, too.
     *
     * @return bool
     */
    public function close()
    {
        if ($this->statement === null) {
            return false;
        }
        $this->connection->discard($this->statement);
        $this->statement = $this->result = null;
        return true;
    }

    /**
     * @param array<mixed> $params
     * @return list<array<mixed>>|bool
     */
    private function run(array $params, float $timeout): array|bool
    {
        $this->result = null;
        if ($this->statement === null || !$this->connection->has($this->statement)) {
            return $this->refuse(SWOOLE_MYSQLND_CR_NO_PREPARE_STMT, 'The statement has to be prepared again');
        }
        $expected = $this->statement->param_count;
        if ($expected !== count($params)) {
            $text = "The statement has $expected parameters, " . count($params) . ' were given';
            return $this->refuse(SWOOLE_MYSQLND_CR_INVALID_PARAMETER_NO, $text);
        }
        $result = $this->connection->execute($this->statement, $params, $timeout);
        if ($result === false && in_array($this->connection->errno, self::UNKNOWN, true)) {
            $result = $this->prepareAgain($timeout) && $this->statement->param_count === $expected
                ? $this->connection->execute($this->statement, $params, $timeout) : false;
        }
        return $this->settle($result);
    }

    private function prepareAgain(float $timeout): bool
    {
        if ($this->statement !== null) {
            $this->connection->discard($this->statement);
        }
        $this->statement = $this->connection->prepare($this->sql, $timeout) ?: null;
        return $this->statement !== null;
    }

    private function connection(): Connection
    {
        return $this->connection;
    }

    /** Of the client, too, unless that has another connection by now. */
    private function update(): void
    {
        $connection = $this->connection;
        $this->errno = $connection->errno;
        $this->error = $connection->error;
        $this->affected_rows = $connection->affectedRows;
        $this->insert_id = $connection->insertId;
        if ($this->client->sock === $this->sock) {
            $connection->describe($this->client);
        }
    }
}
