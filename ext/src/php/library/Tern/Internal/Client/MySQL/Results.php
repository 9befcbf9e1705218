<?php

declare(strict_types=1);

namespace Tern\Internal\Client\MySQL;

use Closure;
use mysqli_result;
use mysqli_stmt;

/** What Swoole\Coroutine\MySQL and its Statement have in common: they make calls and have results. */
trait Results
{
    /** @var int|string a string where it is more than an int can be */
    public $affected_rows = 0;
    /** @var int|string */
    public $insert_id = 0;
    /** @var string */
    public $error = '';
    /** @var int */
    public $errno = 0;
    /** In fetch mode: the rows that are not fetched yet. */
    private ?mysqli_result $result = null;

    abstract private function connection(): Connection;

    /** Copies the outcome of the last call into properties. */
    abstract private function update(): void;

    /**
     * In fetch mode: one row.
     *
     * @return array<string, mixed>|false|null null: there are no more; false: the connection is closed
     */
    public function fetch(?float $timeout = 0)
    {
        return $this->mayFetch() ? $this->result?->fetch_assoc() : false;
    }

    /**
     * In fetch mode: the rows that have not been fetched yet.
     *
     * @return list<array<mixed>>|false false: the connection is closed
     */
    public function fetchAll(?float $timeout = 0)
    {
        if (!$this->mayFetch()) {
            return false;
        }
        return $this->result === null ? [] : $this->result->fetch_all(MYSQLI_ASSOC);
    }

    /**
     * What setDefer() made wait: the result of the call before. Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit. When it is over, the connection is closed.
     * @return mixed
     */
    public function recv(?float $timeout = 0)
    {
        $connection = $this->connection();
        $deferred = $connection->deferred;
        if ($deferred === null || $deferred->owner !== spl_object_id($this)) {
            return $this->refuse(SWOOLE_MYSQLND_CR_COMMANDS_OUT_OF_SYNC, 'There is nothing to receive');
        }
        try {
            return $deferred->result((float) $timeout);
        } finally {
            $connection->deferred = null;
        }
    }

    private function mayFetch(): bool
    {
        if ($this->connection()->isOpen()) {
            return true;
        }
        return $this->refuse(SWOOLE_MYSQLND_CR_CONNECTION_ERROR, 'The connection is closed');
    }

    private function refuse(int $errno, string $error): bool
    {
        $this->connection()->fail($errno, $error);
        $this->update();
        return false;
    }

    /** Makes a call whose result recv() will return. */
    private function defer(Closure $call): bool
    {
        $connection = $this->connection();
        if ($connection->deferred !== null) {
            return $this->refuse(SWOOLE_MYSQLND_CR_COMMANDS_OUT_OF_SYNC, 'recv() has to be called first');
        }
        $connection->deferred = new Deferred(spl_object_id($this));
        $connection->deferred->start($call);
        return true;
    }

    /**
     * What a call returns to the program, given what it got.
     *
     * @return ($result is null ? null : list<array<mixed>>|bool)
     */
    private function settle(mysqli_result|bool|null $result): array|bool|null
    {
        $this->update();
        if (!$result instanceof mysqli_result) {
            return $result;
        }
        if ($this->connection()->fetchMode) {
            $this->result = $result;
            return true;
        }
        return $result->fetch_all(MYSQLI_ASSOC);
    }

    /** @return list<array<mixed>>|bool|null */
    private function advance(?mysqli_stmt $statement, float $timeout): array|bool|null
    {
        if (!$this->mayFetch()) {
            return false;
        }
        $this->result = null;
        $result = $this->connection()->nextResult($statement, $timeout);
        $settled = $this->settle($result);
        return $result === true ? null : $settled;
    }
}
