// Written by scripts/library from the PHP files beside it.
#include "php/library/sources.h"

namespace tern::php::library {

namespace {

// clang-format off
constexpr Source kSources[] = {
{"swoole\\coroutine\\barrier", "tern:/library/Coroutine/Barrier.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Tern\Internal\Latch;

/**
 * Waits for coroutines that share a variable: each one holds the barrier (`use ($barrier)`), and who waits goes on when
 * the last of them has let go of it.
 */
class Barrier
{
    private ?Latch $gone = null;

    public static function make(): self
    {
        return new self();
    }

    /**
     * Gives up the caller's own reference, and waits until there is no other one. Several coroutines may wait. Suspends.
     *
     * @param Barrier|null $barrier is null afterwards
     * @param float $timeout in seconds; 0 or less: no limit
     */
    public static function wait(?Barrier &$barrier, float $timeout = -1): void
    {
        if ($barrier === null) {
            return;
        }
        $gone = $barrier->gone ??= new Latch();
        $barrier = null;
        $gone->wait($timeout);
    }

    public function __destruct()
    {
        $this->gone?->open();
    }
}
)PHP"},
{"swoole\\coroutine\\mysql", "tern:/library/Coroutine/MySQL.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Error;
use Swoole\Coroutine;
use Swoole\Coroutine\MySQL\Exception;
use Swoole\Coroutine\MySQL\Statement;
use Tern\Internal\MySQLConnection;
use Tern\Internal\MySQLOptions;
use Tern\Internal\MySQLResults;

/**
 * A client of MySQL and MariaDB, on PHP's own mysqli. Its calls suspend only their coroutine, whatever hooks are on. What
 * fails returns false, with the reason in $errno and $error, or for connect() in $connect_errno and $connect_error.
 */
class MySQL
{
    use MySQLResults;

    /** What connect() was given. */
    public $serverInfo = null;
    /** The server's number of the connection, or -1. */
    public $sock = -1;
    public $connected = false;
    public $connect_errno = 0;
    public $connect_error = '';
    private bool $defers = false;

    public function __construct()
    {
    }

    /**
     * Suspends. Connected already to the same server, it does nothing.
     *
     * @param array $server_config host (a name, an address or unix:/path), port (3306), user, password, database,
     *     timeout in seconds (0: no limit), charset (utf8), strict_type (false: query() gives numbers as strings), fetch_mode
     *     (false: calls return all rows), ssl (false)
     *
     * @return bool
     *
     * @throws Exception if an option is missing or wrong
     */
    public function connect(array $server_config)
    {
        if (!class_exists('mysqli', false)) {
            throw new Error('Swoole\Coroutine\MySQL needs the extension mysqli, which is in the package php-mysql of Debian');
        }
        if (Coroutine::getCid() < 0) {
            throw new Error('API must be called in the coroutine');
        }
        $options = new MySQLOptions($server_config);
        if ($this->connection !== null) {
            if ($this->connection->isOpen() && $this->serverInfo === $server_config) {
                return true;
            }
            $this->connection->close();
        }
        $this->serverInfo = $server_config;
        $connection = new MySQLConnection();
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
     *
     * @return array|bool the rows; true for what has none, in fetch mode and when deferred
     */
    public function query(string $sql, ?float $timeout = 0)
    {
        if ($this->defers && $this->connection !== null) {
            return $this->defer(fn () => $this->ask($sql, (float) $timeout));
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
            return $this->defer(fn () => $this->make($sql, (float) $timeout));
        }
        return $this->make($sql, (float) $timeout);
    }

    /**
     * The next result of a procedure. Suspends.
     *
     * @return array|bool|null null: there is none
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
        return $this->mayFetch() ? $this->connection->escape($string) : false;
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

    private function ask(string $sql, float $timeout): array|bool
    {
        $this->result = null;
        return $this->settle(($this->connection ??= new MySQLConnection())->query($sql, $timeout));
    }

    private function make(string $sql, float $timeout): Statement|false
    {
        $connection = $this->connection ??= new MySQLConnection();
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

    private function update(): void
    {
        $this->connection->describe($this);
    }
}
)PHP"},
{"swoole\\coroutine\\mysql\\exception", "tern:/library/Coroutine/MySQL/Exception.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine\MySQL;

/** A mistake in the use of Swoole\Coroutine\MySQL. What the server refuses is no exception: the call returns false. */
class Exception extends \Swoole\Exception
{
}
)PHP"},
{"swoole\\coroutine\\mysql\\statement", "tern:/library/Coroutine/MySQL/Statement.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine\MySQL;

use mysqli_result;
use mysqli_stmt;
use Swoole\Coroutine\MySQL;
use Tern\Internal\MySQLConnection;
use Tern\Internal\MySQLResults;

use function count;

/** A prepared statement. When it is gone, its connection keeps it for the next prepare() of the same text. */
class Statement
{
    use MySQLResults;

    /** The server does not know it any more: it was made for tables as they were, or for another session. */
    private const UNKNOWN = [1243, 1615];

    /** The server's number of it. */
    public $id = 0;

    /** That of the connection. */
    private int $sock;

    /** For MySQL::prepare() only. */
    public function __construct(
        private MySQL $client,
        MySQLConnection $connection,
        private string $sql,
        private ?mysqli_stmt $statement
    ) {
        $this->connection = $connection;
        $this->id = $statement->id;
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
     * @param array|null $params one for each question mark
     * @param float $timeout in seconds; 0 or less: no limit. When it is over, the connection is closed.
     *
     * @return array|bool the rows; true for what has none, in fetch mode and when deferred
     */
    public function execute(?array $params = null, ?float $timeout = 0)
    {
        if ($this->connection->defer) {
            return $this->defer(fn () => $this->run($params ?? [], (float) $timeout));
        }
        return $this->run($params ?? [], (float) $timeout);
    }

    /**
     * The next result of a procedure. Suspends.
     *
     * @return array|bool|null null: there is none
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

    /** @param array<mixed> $params */
    private function run(array $params, float $timeout): array|bool
    {
        $this->result = null;
        if ($this->statement === null || !$this->connection->isOpen()) {
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
        $this->connection->discard($this->statement);
        $this->statement = $this->connection->prepare($this->sql, $timeout) ?: null;
        return $this->statement !== null;
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
)PHP"},
{"swoole\\coroutine\\scheduler", "tern:/library/Coroutine/Scheduler.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Swoole\Coroutine;

/** Collects functions and then runs them as coroutines, as Swoole\Coroutine\run() runs one. */
final class Scheduler
{
    /** @var list<array{callable, array}> functions with their arguments */
    private array $tasks = [];
    private ?array $options = null;

    /**
     * @param mixed $args passed to the function
     * @return bool true
     */
    public function add(callable $fn, mixed ...$args): bool
    {
        $this->tasks[] = [$fn, $args];
        return true;
    }

    /**
     * The same function in several coroutines.
     *
     * @param mixed $args passed to the function
     * @return bool true
     */
    public function parallel(int $n, callable $fn, mixed ...$args): bool
    {
        for ($i = 0; $i < $n; ++$i) {
            $this->tasks[] = [$fn, $args];
        }
        return true;
    }

    /** As Swoole\Coroutine::set(). */
    public function set(array $options): void
    {
        Coroutine::set($options);
        $this->options = $options + ($this->options ?? []);
    }

    /** @return array|null what was given to set(); null: nothing */
    public function getOptions(): ?array
    {
        return $this->options;
    }

    /**
     * Runs what was added, and waits until it and everything that it started has ended.
     *
     * @return bool false, with a warning, where Swoole\Coroutine\run() cannot run or nothing was added
     */
    public function start(): bool
    {
        if ($this->tasks === []) {
            trigger_error('A Scheduler without coroutines has nothing to start', E_USER_WARNING);
            return false;
        }
        return run(function () {
            [$tasks, $this->tasks] = [$this->tasks, []];
            foreach ($tasks as [$fn, $args]) {
                Coroutine::create($fn, ...$args);
            }
        });
    }
}
)PHP"},
{"swoole\\coroutine\\waitgroup", "tern:/library/Coroutine/WaitGroup.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use BadMethodCallException;
use InvalidArgumentException;
use Tern\Internal\Latch;

/** Counts work that others do, and lets coroutines wait until all of it is done. */
class WaitGroup
{
    private int $count = 0;
    private ?Latch $latch = null;

    /** @param int $delta work that is under way already */
    public function __construct(int $delta = 0)
    {
        $this->add($delta);
    }

    /**
     * More work, or less.
     *
     * @throws InvalidArgumentException if the count would become negative
     * @throws BadMethodCallException while someone waits
     */
    public function add(int $delta = 1): void
    {
        if ($this->latch?->isWaitedFor()) {
            throw new BadMethodCallException('A WaitGroup cannot take more work while a coroutine waits for it');
        }
        if ($this->count + $delta < 0) {
            throw new InvalidArgumentException("The count of a WaitGroup cannot become negative: $this->count + $delta");
        }
        $this->count += $delta;
    }

    /**
     * A piece of work is done. With the last one, those who wait go on, at once.
     *
     * @throws BadMethodCallException if there is no work
     */
    public function done(): void
    {
        if ($this->count === 0) {
            throw new BadMethodCallException('A WaitGroup without work cannot have more of it done');
        }
        if (--$this->count > 0 || $this->latch === null) {
            return;
        }
        [$latch, $this->latch] = [$this->latch, null];
        $latch->open();
    }

    /**
     * Waits until all work is done. Several coroutines may wait. Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit
     * @return bool false when the time was over before, or the wait was cancelled: swoole_last_error() says which
     */
    public function wait(float $timeout = -1): bool
    {
        if ($this->count === 0) {
            return true;
        }
        $this->latch ??= new Latch();
        return $this->latch->wait($timeout);
    }

    public function count(): int
    {
        return $this->count;
    }
}
)PHP"},
{"tern\\internal\\latch", "tern:/library/Tern/Internal/Latch.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use Swoole\Coroutine;

/** Coroutines wait until it is opened, once and for all: whoever comes later does not wait. */
final class Latch
{
    /** @var array<int, true> the numbers of those who wait, in the order of their coming */
    private array $waiting = [];
    private bool $open = false;

    /**
     * Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit
     * @return bool false when the time was over before, or the wait was cancelled
     */
    public function wait(float $timeout): bool
    {
        if ($this->open) {
            return true;
        }
        $id = Coroutine::getCid();
        $this->waiting[$id] = true;
        try {
            return wait($timeout);
        } finally {
            unset($this->waiting[$id]);
        }
    }

    /** Runs those who wait, one after the other, each to its next suspension. */
    public function open(): void
    {
        $this->open = true;
        while (($id = array_key_first($this->waiting)) !== null) {
            unset($this->waiting[$id]);
            wake($id);
        }
    }

    public function isWaitedFor(): bool
    {
        return $this->waiting !== [];
    }
}
)PHP"},
{"tern\\internal\\mysqlconnection", "tern:/library/Tern/Internal/MySQLConnection.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use mysqli;
use mysqli_result;
use mysqli_sql_exception;
use mysqli_stmt;
use Swoole\Coroutine;
use Swoole\Coroutine\MySQL;
use Swoole\Error;
use Throwable;

use function count;

/**
 * A connection of Swoole\Coroutine\MySQL, by means of mysqli, and the statements that the server keeps for it. Calls return
 * false for what fails, and say why in $errno and $error; an error of the connection itself closes it.
 */
final class MySQLConnection
{
    /** So many idle statements are kept; the one that was used longest ago is closed first. */
    private const STATEMENTS = 64;

    /** Errors after which a connection is of no use. */
    private const LOST = [SWOOLE_MYSQLND_CR_CONNECTION_ERROR, SWOOLE_MYSQLND_CR_SERVER_GONE_ERROR,
        SWOOLE_MYSQLND_CR_SERVER_LOST, SWOOLE_MYSQLND_CR_COMMANDS_OUT_OF_SYNC, SWOOLE_MYSQLND_CR_MALFORMED_PACKET];

    /** What leaves nothing behind in a session that commits by itself: it calls nothing and sets nothing. */
    private const PLAIN = '~^\s*SELECT\b(?!.*\b(?:INTO|FOR|NEXTVAL|SQL_\w+)\b)[^(@:;/#-]*$~is';

    public int $errno = 0;
    public string $error = '';
    public int|string $affectedRows = 0;
    public int|string $insertId = 0;
    public bool $fetchMode = false;
    public bool $defer = false;
    public ?MySQLDeferred $deferred = null;

    private ?mysqli $mysqli = null;
    /** @var array<string, mysqli_stmt> by their text */
    private array $idle = [];
    /** @var list<mysqli_stmt> to be closed when no call is under way */
    private array $unwanted = [];
    /** Has results that nobody has asked for yet. */
    private mysqli|mysqli_stmt|null $unread = null;
    /** The coroutine whose call is under way. */
    private int $user = 0;
    /** Statements that the program has. */
    private int $lent = 0;
    /** Its session may be other than a new one. */
    private bool $used = false;
    private ?MySQLIdle $keeper = null;

    public function __destruct()
    {
        $this->release();
    }

    /** Suspends. */
    public function open(MySQLOptions $options): bool
    {
        $this->keeper = MySQLIdle::of($options);
        $kept = $this->keeper?->take();
        if ($kept === false) {
            return $this->fail(SWOOLE_MYSQLND_CR_CONNECTION_ERROR, 'The wait for a connection was cancelled');
        }
        if ($kept !== null) {
            [$this->mysqli, $this->idle] = $kept;
            return true;
        }
        $this->mysqli = $options->prepare();
        $this->enter($options->timeout);
        try {
            $options->connect($this->mysqli);
            return true;
        } catch (Throwable $thrown) {
            return $this->refused($thrown);
        } finally {
            $this->leave();
        }
    }

    public function isOpen(): bool
    {
        return $this->mysqli !== null;
    }

    /** The server's number of it. */
    public function id(): int
    {
        return $this->mysqli?->thread_id ?? -1;
    }

    /** Copies the outcome of the last call into properties. */
    public function describe(MySQL $client): void
    {
        $client->errno = $this->errno;
        $client->error = $this->error;
        $client->affected_rows = $this->affectedRows;
        $client->insert_id = $this->insertId;
        if ($this->mysqli === null) {
            $client->connected = false;
            $client->sock = -1;
        }
    }

    /** Suspends. */
    public function query(string $sql, float $timeout): mysqli_result|bool
    {
        if (!$this->enter($timeout)) {
            return false;
        }
        $this->used = $this->used || preg_match(self::PLAIN, $sql) !== 1;
        try {
            $result = @$this->mysqli->query($sql);
            return $result === false ? $this->failed(null) : $this->done($this->mysqli, $result);
        } catch (Throwable $thrown) {
            return $this->failed($thrown);
        } finally {
            $this->leave();
        }
    }

    /** Suspends, unless the server has a statement of that text already. */
    public function prepare(string $sql, float $timeout): mysqli_stmt|false
    {
        $statement = $this->idle[$sql] ?? null;
        if ($statement !== null && $this->user === 0) {
            unset($this->idle[$sql]);
            ++$this->lent;
            return $statement;
        }
        if (!$this->enter($timeout)) {
            return false;
        }
        $this->used = $this->used || preg_match(self::PLAIN, $sql) !== 1;
        try {
            $statement = @$this->mysqli->prepare($sql) ?: $this->failed(null);
            $this->lent += $statement === false ? 0 : 1;
            return $statement;
        } catch (Throwable $thrown) {
            return $this->failed($thrown);
        } finally {
            $this->leave();
        }
    }

    /**
     * Suspends.
     *
     * @param array<mixed> $parameters
     */
    public function execute(mysqli_stmt $statement, array $parameters, float $timeout): mysqli_result|bool
    {
        if (!$this->enter($timeout)) {
            return false;
        }
        try {
            if ($parameters !== [] && !self::bind($statement, array_values($parameters))) {
                return $this->failed(null, $statement);
            }
            $result = @$statement->execute() ? $this->resultOf($statement) : false;
            return $result === false ? $this->failed(null, $statement) : $this->done($statement, $result);
        } catch (Throwable $thrown) {
            return $this->failed($thrown);
        } finally {
            $this->leave();
        }
    }

    /**
     * The next result of a procedure. Suspends.
     *
     * @return mysqli_result|bool|null null: there is none
     */
    public function nextResult(?mysqli_stmt $statement, float $timeout): mysqli_result|bool|null
    {
        if ($this->mysqli !== null && $this->unread !== ($statement ?? $this->mysqli)) {
            return null;
        }
        if (!$this->enter($timeout, false)) {
            return false;
        }
        $source = $this->unread;
        try {
            $result = @$source->next_result() ? $this->resultOf($source) : false;
            return $result === false ? $this->failed(null, $statement) : $this->done($source, $result);
        } catch (Throwable $thrown) {
            return $this->failed($thrown);
        } finally {
            $this->leave();
        }
    }

    /** Of one that is open. */
    public function escape(string $text): string
    {
        return $this->mysqli->real_escape_string($text);
    }

    /** What was prepared is not needed any more, but may be soon. */
    public function giveBack(string $sql, mysqli_stmt $statement): void
    {
        if ($this->mysqli === null || isset($this->idle[$sql])) {
            $this->discard($statement);
            return;
        }
        --$this->lent;
        $this->idle[$sql] = $statement;
        if (count($this->idle) > self::STATEMENTS) {
            $oldest = array_key_first($this->idle);
            $this->forget($this->idle[$oldest]);
            unset($this->idle[$oldest]);
        }
    }

    /** Closes a statement that the program had. */
    public function discard(mysqli_stmt $statement): void
    {
        --$this->lent;
        $this->forget($statement);
    }

    /** What is deferred is cancelled. */
    public function close(): void
    {
        if ($this->deferred !== null) {
            $this->deferred->cancel();
            $this->deferred = null;
        }
        if ($this->user !== 0) {
            throw $this->busy();
        }
        $this->release();
    }

    public function fail(int $errno, string $error, string $state = 'HY000'): false
    {
        $this->errno = $errno;
        $this->error = "SQLSTATE[$state] [$errno] $error";
        return false;
    }

    /** The server is told when the last reference is gone, which cannot be while others use the connection. */
    private function forget(mysqli_stmt $statement): void
    {
        if ($this->mysqli !== null && ($this->user !== 0 || $this->unread !== null)) {
            $this->unwanted[] = $statement;
        }
    }

    /** @return bool false: it is closed */
    private function enter(float $timeout, bool $skips = true): bool
    {
        $me = Coroutine::getCid();
        if ($this->deferred !== null && !$this->deferred->isRunIn($me)) {
            return $this->fail(SWOOLE_MYSQLND_CR_COMMANDS_OUT_OF_SYNC, 'recv() has to be called first');
        }
        if ($this->user !== 0) {
            throw $this->busy();
        }
        cooperate(true, $timeout);
        if ($this->mysqli === null) {
            cooperate(false);
            return $this->fail(SWOOLE_MYSQLND_CR_CONNECTION_ERROR, 'The connection is closed');
        }
        $this->user = $me;
        return !$skips || $this->unread === null || $this->skip();
    }

    private function leave(): void
    {
        $this->user = 0;
        if ($this->unwanted !== [] && $this->unread === null) {
            $this->unwanted = [];
        }
        cooperate(false);
    }

    private function busy(): Error
    {
        return new Error(
            "The connection has already been bound to another coroutine#$this->user, using it in coroutine#"
            . Coroutine::getCid() . ' at the same time is not allowed',
            SWOOLE_ERROR_CO_HAS_BEEN_BOUND
        );
    }

    /** Results that nobody has asked for. */
    private function skip(): bool
    {
        try {
            while (@$this->unread?->next_result()) {
                $this->done($this->unread, $this->resultOf($this->unread));
            }
            $this->unread = null;
            return true;
        } catch (Throwable $thrown) {
            $this->failed($thrown);
            $this->leave();
            return false;
        }
    }

    /** @param list<mixed> $parameters */
    private static function bind(mysqli_stmt $statement, array $parameters): bool
    {
        $types = '';
        foreach ($parameters as $value) {
            $types .= is_int($value) || is_bool($value) ? 'i' : (is_float($value) ? 'd' : 's');
        }
        return $statement->bind_param($types, ...$parameters);
    }

    private function resultOf(mysqli|mysqli_stmt $source): mysqli_result|bool
    {
        if ($this->mysqli->field_count === 0) {  // that of a statement stays what it was
            return true;
        }
        return $source instanceof mysqli ? @$source->store_result() : @$source->get_result();
    }

    private function done(mysqli|mysqli_stmt $source, mysqli_result|bool $result): mysqli_result|bool
    {
        if ($result === true) {
            $this->affectedRows = $source->affected_rows;
            $this->insertId = $source->insert_id;
        }
        $this->unread = $source->more_results() ? $source : null;
        $this->errno = 0;
        $this->error = '';
        return $result;
    }

    /** Says why in $errno and $error, and throws what does not come from the server. */
    private function failed(?Throwable $thrown, ?mysqli_stmt $statement = null): false
    {
        if ($thrown !== null && (!$thrown instanceof mysqli_sql_exception || $thrown->getPrevious() !== null)) {
            $this->drop();
            throw $thrown->getPrevious() ?? $thrown;
        }
        if (is_overdue()) {
            $this->drop();
            return $this->fail(SWOOLE_MYSQLND_CR_SERVER_GONE_ERROR, 'MySQL server has gone away: no answer in time');
        }
        if ($thrown === null) {
            $from = $statement ?? $this->mysqli;
            $this->fail($from->errno, $from->error, $from->sqlstate);
        } else {
            $state = $thrown->getSqlState();
            $this->fail($thrown->getCode(), $thrown->getMessage(), $state === '00000' ? 'HY000' : $state);
        }
        if (in_array($this->errno, self::LOST, true)) {
            $this->drop();
        }
        return false;
    }

    private function refused(Throwable $thrown): bool
    {
        $overdue = is_overdue();
        $this->failed($thrown);
        $this->drop();
        return $overdue && $this->fail(SWOOLE_MYSQLND_CR_CONNECTION_ERROR, 'Connection timed out');
    }

    /** Lets the next connect() have it, or closes it. A statement that the program still has would disturb others. */
    private function release(): void
    {
        $keeper = $this->lent === 0 && $this->unread === null && $this->unwanted === [] ? $this->keeper : null;
        if ($this->mysqli === null || $keeper === null || !$keeper->hasRoom()) {
            $this->drop();
            return;
        }
        if ($keeper->resets($this->used)) {
            $this->idle = [];  // now, as the server is told
        }
        [$mysqli, $statements, $this->mysqli, $this->idle] = [$this->mysqli, $this->idle, null, []];
        $keeper->keep($mysqli, $statements, $this->used);
    }

    private function drop(): void
    {
        $mysqli = $this->mysqli;
        $this->mysqli = $this->unread = null;
        if ($mysqli !== null) {
            try {
                @$mysqli->close();
            } catch (\Error) {
                // It was never open.
            }
        }
        $this->idle = $this->unwanted = [];
    }
}
)PHP"},
{"tern\\internal\\mysqldeferred", "tern:/library/Tern/Internal/MySQLDeferred.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use Closure;
use Swoole\Coroutine;
use Throwable;

/** A call that goes on in a coroutine of its own, until recv() asks for what it returned. */
final class MySQLDeferred
{
    private Latch $ended;
    private int $coroutine = 0;
    private mixed $result = false;
    private ?Throwable $thrown = null;

    public function __construct(public readonly int $owner)
    {
        $this->ended = new Latch();
    }

    public function start(Closure $call): void
    {
        $created = Coroutine::create(function () use ($call) {
            $this->coroutine = Coroutine::getCid();
            try {
                $this->result = $call();
            } catch (Throwable $thrown) {
                $this->thrown = $thrown;
            } finally {
                $this->coroutine = 0;
                $this->ended->open();
            }
        });
        if ($created === false) {
            $this->ended->open();
        }
    }

    public function isRunIn(int $coroutine): bool
    {
        return $this->coroutine === $coroutine;
    }

    /** What the call returned. Suspends. When the time is over before, the call fails. */
    public function result(float $timeout): mixed
    {
        if (!$this->ended->wait($timeout)) {
            $this->cancel();
        }
        return $this->thrown === null ? $this->result : throw $this->thrown;
    }

    /** Suspends until the call has failed. */
    public function cancel(): void
    {
        if ($this->coroutine !== 0) {
            Coroutine::cancel($this->coroutine);
            $this->ended->wait(0);
        }
    }
}
)PHP"},
{"tern\\internal\\mysqlidle", "tern:/library/Tern/Internal/MySQLIdle.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use mysqli;
use mysqli_sql_exception;
use mysqli_stmt;
use Swoole\Coroutine;
use Swoole\Timer;

use function count;

/**
 * Connections that programs closed a moment ago, for the next connect() with the same options in this worker. Their sessions
 * are as new ones: they were reset, or there was nothing to reset.
 */
final class MySQLIdle
{
    private const MOST = 32;
    /** One that was idle for longer is asked whether it is still there. */
    private const TRUSTED_NS = 50_000_000;
    /** Whoever finds none waits so long for one that is being reset, before a new one is made. */
    private const WAIT_S = 0.05;
    private const RESET_S = 1.0;

    /** @var array<string, self> by their options */
    private static array $all = [];
    /** How long they are kept. */
    private static ?float $time = null;

    /** @var list<array{mysqli, array<string, mysqli_stmt>, int}> each with its statements, and since when it is idle */
    private array $idle = [];
    private int $resetting = 0;
    /** @var array<int, true> coroutines */
    private array $waiting = [];
    /** Whether a session after its reset is as a new one; null: not known yet. */
    private ?bool $suits = null;
    private bool $expires = false;

    private function __construct(private readonly MySQLOptions $options)
    {
    }

    /** @return self|null null: connections are not kept */
    public static function of(MySQLOptions $options): ?self
    {
        if (!in_worker()) {
            return null;
        }
        self::$time ??= (float) ini_get('tern.mysql_idle_time');
        return self::$time > 0 ? self::$all[$options->key] ??= new self($options) : null;
    }

    /**
     * May suspend.
     *
     * @return array{mysqli, array<string, mysqli_stmt>, int}|bool|null null: there is none; false: the wait was cancelled
     */
    public function take(): array|bool|null
    {
        if ($this->idle === [] && $this->resetting > count($this->waiting) && !$this->await()) {
            return false;
        }
        while (($kept = array_pop($this->idle)) !== null) {
            if (hrtime(true) - $kept[2] < self::TRUSTED_NS || $this->try($kept[0], false)) {
                return $kept;
            }
        }
        return null;
    }

    public function hasRoom(): bool
    {
        return $this->suits !== false && count($this->idle) + $this->resetting < self::MOST;
    }

    /** Whether it would have to be reset, which prepared statements do not survive. */
    public function resets(bool $used): bool
    {
        return $used || $this->suits === null;
    }

    /**
     * Where there is room. A reset is done in the background.
     *
     * @param array<string, mysqli_stmt> $statements none, if it has to be reset
     */
    public function keep(mysqli $mysqli, array $statements, bool $used): void
    {
        if ($this->resets($used)) {
            Coroutine::create($this->reset(...), $mysqli);
        } else {
            $this->put($mysqli, $statements);
        }
    }

    private function await(): bool
    {
        $me = Coroutine::getCid();
        $this->waiting[$me] = true;
        try {
            return wait(self::WAIT_S) || swoole_last_error() !== SWOOLE_ERROR_CO_CANCELED;
        } finally {
            unset($this->waiting[$me]);
        }
    }

    private function reset(mysqli $mysqli): void
    {
        ++$this->resetting;
        try {
            if ($this->try($mysqli, true)) {
                $this->put($mysqli, []);
            }
        } finally {
            --$this->resetting;
            if ($this->waiting !== []) {
                wake(array_key_first($this->waiting));
            }
        }
    }

    /** Whether a connection is still there, and after a reset of use. */
    private function try(mysqli $mysqli, bool $reset): bool
    {
        cooperate(true, self::RESET_S);
        try {
            if (!$reset) {
                return @$mysqli->stat() !== false;
            }
            $this->suits ??= $this->options->resetsToNew($mysqli);
            return $this->suits && $this->options->reset($mysqli);
        } catch (mysqli_sql_exception) {
            return false;
        } finally {
            cooperate(false);
        }
    }

    /** @param array<string, mysqli_stmt> $statements */
    private function put(mysqli $mysqli, array $statements): void
    {
        $this->idle[] = [$mysqli, $statements, hrtime(true)];
        if (!$this->expires) {
            $this->expireLater();
        }
    }

    private function expireLater(): void
    {
        $this->expires = Timer::after(max(1, (int) (self::$time * 1000)), $this->expire(...)) !== false;
    }

    private function expire(): void
    {
        $until = hrtime(true) - (int) (self::$time * 1e9);
        while ($this->idle !== [] && $this->idle[0][2] <= $until) {
            array_shift($this->idle);
        }
        $this->expires = false;
        if ($this->idle !== []) {
            $this->expireLater();
        } elseif ($this->resetting === 0) {
            unset(self::$all[$this->options->key]);
        }
    }
}
)PHP"},
{"tern\\internal\\mysqloptions", "tern:/library/Tern/Internal/MySQLOptions.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use mysqli;
use mysqli_sql_exception;
use Swoole\Coroutine\MySQL\Exception;

/** Where Swoole\Coroutine\MySQL connects to, and how. */
final class MySQLOptions
{
    public readonly float $timeout;
    public readonly bool $fetchMode;
    /** The same for the same options. */
    public readonly string $key;

    /**
     * @param array<string, mixed> $options as they are given to connect()
     *
     * @throws Exception if one is missing
     */
    public function __construct(private readonly array $options)
    {
        foreach (['host', 'user', 'password', 'database'] as $name) {
            if (!isset($options[$name])) {
                throw new Exception("Parameter [$name] is required", 11);
            }
        }
        $this->timeout = (float) ($options['timeout'] ?? 0);
        $this->fetchMode = (bool) ($options['fetch_mode'] ?? false);
        $this->key = serialize($options);
    }

    /**
     * All that can be said before the connection is made costs no round trip.
     *
     * @throws Exception if there is no such character set
     */
    public function prepare(): mysqli
    {
        $charset = (string) ($this->options['charset'] ?? 'utf8');
        $mysqli = mysqli_init();
        try {
            $known = @$mysqli->options(MYSQLI_SET_CHARSET_NAME, $charset);
        } catch (mysqli_sql_exception) {
            $known = false;
        }
        if (!$known) {
            throw new Exception("Unknown charset [$charset]", 11);
        }
        if (!empty($this->options['strict_type'])) {
            $mysqli->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 1);
        }
        return $mysqli;
    }

    /**
     * Suspends.
     *
     * @throws mysqli_sql_exception
     */
    public function connect(mysqli $mysqli): void
    {
        $host = (string) $this->options['host'];
        $socket = null;
        if (str_starts_with($host, 'unix:')) {
            $socket = '/' . ltrim(substr($host, 5), '/');
            $host = 'localhost';
        } elseif ($host === 'localhost') {  // which mysqli takes for the unix socket
            $host = '127.0.0.1';
        }
        $tls = empty($this->options['ssl']) ? 0 : MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT;
        $connected = @$mysqli->real_connect(
            $host,
            (string) $this->options['user'],
            (string) $this->options['password'],
            (string) $this->options['database'],
            (int) ($this->options['port'] ?? 3306),
            $socket,
            $tls
        );
        if (!$connected) {
            throw new mysqli_sql_exception((string) mysqli_connect_error(), mysqli_connect_errno());
        }
    }

    /** Makes a new session of that of a connection. Suspends. */
    public function reset(mysqli $mysqli): bool
    {
        return @$mysqli->change_user(
            (string) $this->options['user'],
            (string) $this->options['password'],
            (string) $this->options['database']
        );
    }

    /** Whether sessions of this server begin as a reset leaves them: without a program of its own. Suspends. */
    public function resetsToNew(mysqli $mysqli): bool
    {
        $result = @$mysqli->query("SELECT @@global.init_connect = '' AND @@global.autocommit");
        return $result !== false && (int) $result->fetch_row()[0] === 1;
    }
}
)PHP"},
{"tern\\internal\\mysqlresults", "tern:/library/Tern/Internal/MySQLResults.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use Closure;
use mysqli_result;
use mysqli_stmt;

/** What Swoole\Coroutine\MySQL and its Statement have in common: they make calls and have results. */
trait MySQLResults
{
    public $affected_rows = 0;
    public $insert_id = 0;
    public $error = '';
    public $errno = 0;
    private ?MySQLConnection $connection = null;
    /** In fetch mode: the rows that are not fetched yet. */
    private ?mysqli_result $result = null;

    /** Copies the outcome of the last call into properties. */
    abstract private function update(): void;

    /**
     * In fetch mode: one row.
     *
     * @return array|false|null null: there are no more; false: the connection is closed
     */
    public function fetch(?float $timeout = 0)
    {
        return $this->mayFetch() ? $this->result?->fetch_assoc() : false;
    }

    /**
     * In fetch mode: the rows that have not been fetched yet.
     *
     * @return array|false false: the connection is closed
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
     */
    public function recv(?float $timeout = 0)
    {
        $deferred = $this->connection?->deferred;
        if ($deferred === null || $deferred->owner !== spl_object_id($this)) {
            return $this->refuse(SWOOLE_MYSQLND_CR_COMMANDS_OUT_OF_SYNC, 'There is nothing to receive');
        }
        try {
            return $deferred->result((float) $timeout);
        } finally {
            $this->connection->deferred = null;
        }
    }

    private function mayFetch(): bool
    {
        if ($this->connection !== null && $this->connection->isOpen()) {
            return true;
        }
        return $this->refuse(SWOOLE_MYSQLND_CR_CONNECTION_ERROR, 'The connection is closed');
    }

    private function refuse(int $errno, string $error): bool
    {
        ($this->connection ??= new MySQLConnection())->fail($errno, $error);
        $this->update();
        return false;
    }

    /** Makes a call whose result recv() will return. */
    private function defer(Closure $call): bool
    {
        if ($this->connection->deferred !== null) {
            return $this->refuse(SWOOLE_MYSQLND_CR_COMMANDS_OUT_OF_SYNC, 'recv() has to be called first');
        }
        $this->connection->deferred = new MySQLDeferred(spl_object_id($this));
        $this->connection->deferred->start($call);
        return true;
    }

    /** What a call returns to the program, given what it got. */
    private function settle(mysqli_result|bool|null $result): array|bool|null
    {
        $this->update();
        if (!$result instanceof mysqli_result) {
            return $result;
        }
        if ($this->connection->fetchMode) {
            $this->result = $result;
            return true;
        }
        return $result->fetch_all(MYSQLI_ASSOC);
    }

    private function advance(?mysqli_stmt $statement, float $timeout): array|bool|null
    {
        if (!$this->mayFetch()) {
            return false;
        }
        $this->result = null;
        $result = $this->connection->nextResult($statement, $timeout);
        $settled = $this->settle($result);
        return $result === true ? null : $settled;
    }
}
)PHP"},
{"tern\\internal\\tasks", "tern:/library/Tern/Internal/Tasks.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use Error;
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Swoole\Coroutine\WaitGroup;
use Throwable;
use TypeError;

/**
 * Functions that run at the same time, each in a coroutine, and someone who waits for their results: what batch(),
 * parallel() and map() of Swoole\Coroutine have in common, and these.
 */
final class Tasks
{
    private array $results = [];
    private ?Throwable $failure = null;
    private WaitGroup $running;
    private bool $awaited = true;

    private function __construct(int $count)
    {
        if ($count > 0 && Coroutine::getCid() < 0) {
            throw new Error('API must be called in the coroutine');
        }
        $this->running = new WaitGroup($count);
    }

    public static function batch(array $functions, float $timeout = -1): array
    {
        foreach ($functions as $function) {
            if (!is_callable($function)) {
                $type = get_debug_type($function);
                throw new TypeError("Swoole\Coroutine\batch(): Argument #1 (\$tasks) must contain callables only, $type given");
            }
        }
        $tasks = new self(count($functions));
        foreach ($functions as $key => $function) {
            $tasks->start($key, $function, []);
        }
        return $tasks->wait($timeout);
    }

    public static function parallel(int $count, callable $function): void
    {
        $tasks = new self(max($count, 0));
        for ($i = 0; $i < $count; ++$i) {
            $tasks->start($i, $function, []);
        }
        $tasks->wait(-1);
    }

    public static function map(array $list, callable $function, float $timeout = -1): array
    {
        $tasks = new self(count($list));
        foreach ($list as $key => $value) {
            $tasks->start($key, $function, [$value]);
        }
        return $tasks->wait($timeout);
    }

    /** A task that cannot be started because of max_coroutine has no result. */
    private function start(int|string $key, callable $function, array $arguments): void
    {
        $this->results[$key] = null;
        if (Coroutine::create($this->run(...), $key, $function, $arguments) === false) {
            $this->running->done();
        }
    }

    private function run(int|string $key, callable $function, array $arguments): void
    {
        try {
            $this->results[$key] = $function(...$arguments);
        } catch (CanceledException $end) {
            throw $end;
        } catch (Throwable $thrown) {
            if (!$this->awaited) {
                throw $thrown;
            }
            $this->failure ??= $thrown;
        } finally {
            $this->running->done();
        }
    }

    /** The results by their keys, null for what has not ended in time; or throws the first exception of a task. */
    private function wait(float $timeout): array
    {
        try {
            $this->running->wait($timeout);
        } finally {
            $this->awaited = false;
        }
        return $this->failure === null ? $this->results : throw $this->failure;
    }
}
)PHP"},
};
// clang-format on

}  // namespace

std::span<const Source> sources() noexcept { return kSources; }

}  // namespace tern::php::library
