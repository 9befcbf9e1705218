<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Error;
use Swoole\Coroutine;
use Swoole\Coroutine\MySQL\Exception;
use Swoole\Coroutine\MySQL\Statement;
use Tern\Internal\Client\MySQL\Connection;
use Tern\Internal\Client\MySQL\Options;
use Tern\Internal\Client\MySQL\Results;
use Tern\Internal\NotSerializable;

/**
 * A client of MySQL and MariaDB, on PHP's own mysqli. Its calls suspend only their coroutine, whatever hooks are on. What
 * fails returns false, with the reason in $errno and $error, or for connect() in $connect_errno and $connect_error.
 */
#[NotSerializable]
class MySQL
{
    use Results;

    /** @var array<string, scalar|null>|null what connect() was given */
    public $serverInfo = null;
    /** @var int the server's number of the connection, or -1 */
    public $sock = -1;
    /** @var bool */
    public $connected = false;
    /** @var int */
    public $connect_errno = 0;
    /** @var string */
    public $connect_error = '';
    private ?Connection $connection = null;
    private bool $defers = false;

    public function __construct()
    {
    }

    /**
     * Suspends. Connected already to the same server, it does nothing.
     *
     * @param array<string, scalar|null> $server_config host (a name, an address or unix:/path), port (3306), user, password, database,
     *     timeout in seconds (0: no limit), charset (utf8), strict_type (false: query() gives numbers as strings), fetch_mode
     *     (false: calls return all rows), ssl (false)
     * @return bool
     * @throws Exception if an option is missing or wrong
     */
    public function connect(array $server_config)
    {
        if (!class_exists('mysqli', false)) {
            throw new Error('Swoole\Coroutine\MySQL needs the extension mysqli, which is in the package php-mysql of Debian');
        }
        if (Coroutine::getCid() < 0) {
            throw new \Swoole\Error('API must be called in the coroutine', SWOOLE_ERROR_CO_OUT_OF_COROUTINE);
        }
        $options = new Options($server_config);
        if ($this->connection !== null) {
            if ($this->connection->isOpen() && $this->serverInfo === $server_config) {
                return true;
            }
            $this->connection->close();
        }
        $this->serverInfo = $server_config;
        $connection = new Connection();
        $connection->defer = $this->defers;
        $connection->fetchMode = $options->fetchMode;
        $this->connection = $connection;
        $this->connected = $connection->open($options);
        $this->sock = $connection->id();
        $this->connect_errno = $connection->errno;
        $this->connect_error = $connection->error;
        return $this->connected;
    }

    /**
     * Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit. When it is over, the connection is closed.
     * @return list<array<mixed>>|bool the rows; true for a statement without rows, in fetch mode and when deferred
     */
    public function query(string $sql, ?float $timeout = 0)
    {
        if ($this->defers && $this->connection !== null) {
            return $this->defer(fn() => $this->ask($sql, (float) $timeout));
        }
        return $this->ask($sql, (float) $timeout);
    }

    /**
     * Suspends, unless this connection has an idle statement of that text.
     *
     * @param float $timeout in seconds; 0 or less: no limit. When it is over, the connection is closed.
     *
     * @return Statement|bool true when deferred
     */
    public function prepare(string $sql, ?float $timeout = 0)
    {
        if ($this->defers && $this->connection !== null) {
            return $this->defer(fn() => $this->make($sql, (float) $timeout));
        }
        return $this->make($sql, (float) $timeout);
    }

    /**
     * The next result of a procedure. Suspends.
     *
     * @return list<array<mixed>>|bool|null null: there is none
     */
    public function nextResult(?float $timeout = 0)
    {
        return $this->advance(null, (float) $timeout);
    }

    /** @return bool */
    public function begin(?float $timeout = 0)
    {
        return $this->command('START TRANSACTION', (float) $timeout);
    }

    /** @return bool */
    public function commit(?float $timeout = 0)
    {
        return $this->command('COMMIT', (float) $timeout);
    }

    /** @return bool */
    public function rollback(?float $timeout = 0)
    {
        return $this->command('ROLLBACK', (float) $timeout);
    }

    /**
     * Whether query(), prepare() and execute() return at once, and recv() has their result.
     *
     * @return bool
     */
    public function setDefer(?bool $defer = true)
    {
        $this->defers = $defer ?? true;
        if ($this->connection !== null) {
            $this->connection->defer = $this->defers;
        }
        return true;
    }

    /** @return bool */
    public function getDefer()
    {
        return $this->defers;
    }

    /**
     * A text for use between quotes.
     *
     * @return string|false false: not connected
     */
    public function escape(string $string, ?int $flags = 0)
    {
        return $this->mayFetch() ? $this->connection()->escape($string) : false;
    }

    /** @return bool */
    public function close()
    {
        $this->connection?->close();
        $this->connected = false;
        $this->sock = -1;
        $this->result = null;
        return true;
    }

    /** @return list<array<mixed>>|bool */
    private function ask(string $sql, float $timeout): array|bool
    {
        $this->result = null;
        return $this->settle($this->connection()->query($sql, $timeout));
    }

    private function make(string $sql, float $timeout): Statement|false
    {
        $connection = $this->connection();
        $statement = $connection->prepare($sql, $timeout);
        $this->update();
        return $statement === false ? false : new Statement($this, $connection, $sql, $statement);
    }

    private function command(string $sql, float $timeout): bool
    {
        if ($this->defers) {
            throw new Exception('Transactions cannot be deferred: call setDefer(false) before', 21);
        }
        return $this->ask($sql, $timeout) !== false;
    }

    private function connection(): Connection
    {
        return $this->connection ??= new Connection();
    }

    private function update(): void
    {
        $this->connection()->describe($this);
    }
}
