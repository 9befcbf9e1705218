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
{"swoole\\coroutine\\postgresql", "tern:/library/Coroutine/PostgreSQL.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Error;
use Tern\Internal\PostgreSQL\Answer;
use Tern\Internal\PostgreSQL\LargeObject;
use Tern\Internal\PostgreSQL\Link;

/**
 * A client of PostgreSQL. Calls suspend until the server has answered, whatever the hooks are, and return false when
 * they failed: error tells why. One coroutine may use an object at a time: another one gets an Error. Results are
 * objects with methods of their own, as since 5.0, and those of 4.x are here, which take them as their first argument.
 */
class PostgreSQL
{
    /** @var string|null */
    public $error;
    /** @var int errno of a connection that failed, ETIMEDOUT for example */
    public $errCode = 0;
    /** @var int PGSQL_TUPLES_OK and so on */
    public $resultStatus = 0;
    /** @var array|null severity, sqlstate, message_primary and other fields of the last error */
    public $resultDiag;
    /** @var array|null what the server remarked */
    public $notices;

    private Link $link;

    public function __construct()
    {
        if (!extension_loaded('pgsql')) {
            throw new Error('Swoole\Coroutine\PostgreSQL needs the extension pgsql (Debian: php-pgsql)');
        }
        $this->link = new Link();
    }

    public function __destruct()
    {
        if (isset($this->link)) {
            $this->link->close();
        }
    }

    /**
     * @param string $conninfo of libpq; ";" may stand between its parts
     * @param float $timeout in seconds; 0 or less: no limit
     * @return bool
     */
    public function connect(string $conninfo, float $timeout = 2)
    {
        $options = preg_replace('/\s*;\s*(?=\w+\s*=|$)/', ' ', $conninfo);
        return $this->noted($this->link->connect($options, $timeout))->isGood();
    }

    /** @return PostgreSQLStatement|false with the result of the last of its statements */
    public function query(string $query)
    {
        $answer = $this->noted($this->link->query($query));
        return $answer->isGood() ? new PostgreSQLStatement($this, $this->link, null, $answer) : false;
    }

    /**
     * prepare($query), or prepare($name, $query) with execute($name).
     *
     * @return PostgreSQLStatement|false
     */
    public function prepare(string $name, ?string $query = null)
    {
        [$own, $query] = $query === null ? [$this->link->name(), $name] : [null, $query];
        $answer = $this->noted($this->link->prepare($own ?? $name, $query));
        $owned = $own !== null;
        return $answer->isGood() ? new PostgreSQLStatement($this, $this->link, $own ?? $name, null, $owned) : false;
    }

    /**
     * @param string $name given to prepare()
     * @return PostgreSQLStatement|false with the result
     */
    public function execute(string $name, array $params = [])
    {
        $statement = new PostgreSQLStatement($this, $this->link, $name);
        return $statement->execute($params) ? $statement : false;
    }

    /** @see PostgreSQLStatement::fetchAll() */
    public function fetchAll(PostgreSQLStatement $result, int $result_type = SW_PGSQL_ASSOC)
    {
        return $result->fetchAll($result_type);
    }

    /** @see PostgreSQLStatement::fetchObject() */
    public function fetchObject(
        PostgreSQLStatement $result,
        ?int $row = null,
        ?string $class_name = null,
        array $ctor_params = [],
    ) {
        return $result->fetchObject($row, $class_name, $ctor_params);
    }

    /** @see PostgreSQLStatement::fetchAssoc() */
    public function fetchAssoc(PostgreSQLStatement $result, ?int $row = null, int $result_type = SW_PGSQL_ASSOC)
    {
        return $result->fetchAssoc($row, $result_type);
    }

    /** @see PostgreSQLStatement::fetchArray() */
    public function fetchArray(PostgreSQLStatement $result, ?int $row = null, int $result_type = SW_PGSQL_BOTH)
    {
        return $result->fetchArray($row, $result_type);
    }

    /** @see PostgreSQLStatement::fetchRow() */
    public function fetchRow(PostgreSQLStatement $result, ?int $row = null, int $result_type = SW_PGSQL_NUM)
    {
        return $result->fetchRow($row, $result_type);
    }

    /** @return int rows that were changed */
    public function affectedRows(PostgreSQLStatement $result)
    {
        return $result->affectedRows();
    }

    /** @return int rows of the result */
    public function numRows(PostgreSQLStatement $result)
    {
        return $result->numRows();
    }

    /** @return int columns of the result */
    public function fieldCount(PostgreSQLStatement $result)
    {
        return $result->fieldCount();
    }

    /** @return array|false the columns of a table by their names */
    public function metaData(string $table_name)
    {
        return $this->call(fn ($connection) => @pg_meta_data($connection, $table_name));
    }

    /** @return string|false for use between quotes */
    public function escape(string $string)
    {
        $connection = $this->link->connection();
        return $connection === null ? false : pg_escape_string($connection, $string);
    }

    /** @return string|false with quotes */
    public function escapeLiteral(string $string)
    {
        $connection = $this->link->connection();
        return $connection === null ? false : pg_escape_literal($connection, $string);
    }

    /** @return string|false with quotes */
    public function escapeIdentifier(string $string)
    {
        $connection = $this->link->connection();
        return $connection === null ? false : pg_escape_identifier($connection, $string);
    }

    /** @return int|false the number of a new large object; only in a transaction */
    public function createLOB()
    {
        return $this->call(fn ($connection) => @pg_lo_create($connection));
    }

    /** @return resource|false a stream that is open until the transaction ends */
    public function openLOB(int $oid, string $mode = 'rb')
    {
        return $this->link->connection() === null ? false : LargeObject::open($this->link, $oid, $mode);
    }

    /** @return int PGSQL_CONNECTION_OK or PGSQL_CONNECTION_BAD */
    public function status()
    {
        $connection = $this->link->connection();
        return $connection === null ? PGSQL_CONNECTION_BAD : pg_connection_status($connection);
    }

    private function noted(Answer $answer): Answer
    {
        $answer->report($this);
        return $answer;
    }

    private function call(callable $function)
    {
        $connection = $this->link->connection();
        $value = false;
        $this->noted($connection === null ? new Answer(null, 'not connected') : $this->link->using(
            function () use ($function, $connection, &$value) {
                $value = $function($connection);
                return new Answer(null, $value === false ? pg_last_error($connection) : null);
            }
        ));
        return $value;
    }
}
)PHP"},
{"swoole\\coroutine\\postgresqlstatement", "tern:/library/Coroutine/PostgreSQLStatement.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use PgSql\Result;
use ReflectionClass;
use Tern\Internal\PostgreSQL\Answer;
use Tern\Internal\PostgreSQL\LargeObject;
use Tern\Internal\PostgreSQL\Link;

/**
 * A result, and the prepared statement that it may come from. Numbers and booleans have PHP's types. Rows are fetched
 * one after the other, or by their number, which is 0 for the first.
 */
class PostgreSQLStatement
{
    /** @var string|null */
    public $error;
    /** @var int */
    public $errCode = 0;
    /** @var int */
    public $resultStatus = 0;
    /** @var array|null */
    public $resultDiag;
    /** @var array|null */
    public $notices;

    private const INTEGERS = [20, 21, 23, 26];
    private const FLOATS = [700, 701];
    private const BOOLEAN = 16;
    private const BYTES = 17;

    private ?Result $result = null;
    private int $next = 0;
    /** @var list<string> */
    private array $names = [];
    /** @var array<int, callable(string): mixed> for the columns that are not strings */
    private array $types = [];

    /** @internal PostgreSQL makes them */
    public function __construct(
        private PostgreSQL $client,
        private Link $link,
        private ?string $name = null,
        ?Answer $answer = null,
        private bool $owned = false,
    ) {
        if ($answer !== null) {
            $answer->report($this);
            $this->take($answer->result);
        }
    }

    public function __destruct()
    {
        if ($this->owned) {
            $this->link->unused($this->name);
        }
    }

    /**
     * Suspends.
     *
     * @param array $params in the order of $1, $2...; of streams, their content
     * @return bool
     */
    public function execute(array $params = [])
    {
        $values = array_map(self::text(...), array_values($params));
        $answer = $this->link->execute((string) $this->name, $values);
        $answer->report($this, $this->client);
        if ($answer->isGood()) {
            $this->take($answer->result);
        }
        return $answer->isGood();
    }

    /** @return array|false all rows */
    public function fetchAll(int $result_type = SW_PGSQL_ASSOC)
    {
        if ($this->result === null) {
            return false;
        }
        $rows = pg_fetch_all($this->result, PGSQL_NUM);
        return array_map(fn (array $row) => $this->shaped($row, $result_type), $rows);
    }

    /** @return int rows that were changed */
    public function affectedRows()
    {
        return $this->result === null ? 0 : pg_affected_rows($this->result);
    }

    /** @return int rows of the result */
    public function numRows()
    {
        return $this->result === null ? 0 : pg_num_rows($this->result);
    }

    /** @return int columns of the result */
    public function fieldCount()
    {
        return $this->result === null ? 0 : pg_num_fields($this->result);
    }

    /** @return object|false a row, as an object of a class whose constructor is called behind that */
    public function fetchObject(?int $row = null, ?string $class_name = null, array $ctor_params = [])
    {
        $values = $this->row($row, SW_PGSQL_ASSOC);
        if ($values === false || $class_name === null) {
            return $values === false ? false : (object) $values;
        }
        $class = new ReflectionClass($class_name);
        $object = $class->newInstanceWithoutConstructor();
        foreach ($values as $name => $value) {
            $object->$name = $value;
        }
        $class->getConstructor()?->invokeArgs($object, $ctor_params);
        return $object;
    }

    /** @return array|false a row by the names of its columns */
    public function fetchAssoc(?int $row = null, int $result_type = SW_PGSQL_ASSOC)
    {
        return $this->row($row, $result_type);
    }

    /** @return array|false a row by the numbers and by the names of its columns */
    public function fetchArray(?int $row = null, int $result_type = SW_PGSQL_BOTH)
    {
        return $this->row($row, $result_type);
    }

    /** @return array|false a row by the numbers of its columns */
    public function fetchRow(?int $row = null, int $result_type = SW_PGSQL_NUM)
    {
        return $this->row($row, $result_type);
    }

    private function row(?int $number, int $type): array|false
    {
        $number ??= $this->next;
        if ($number < 0 || $number >= $this->numRows()) {
            return false;
        }
        $this->next = $number + 1;
        return $this->shaped(pg_fetch_row($this->result, $number), $type);
    }

    private function shaped(array $row, int $type): array
    {
        foreach ($this->types as $column => $convert) {
            if ($row[$column] !== null) {
                $row[$column] = $convert($row[$column]);
            }
        }
        if ($type === SW_PGSQL_NUM) {
            return $row;
        }
        $named = array_combine($this->names, $row);
        return $type === SW_PGSQL_ASSOC ? $named : $row + $named;
    }

    private function take(?Result $result): void
    {
        [$this->result, $this->next, $this->names, $this->types] = [$result, 0, [], []];
        $nameless = 0;
        for ($column = 0, $count = $this->fieldCount(); $column < $count; ++$column) {
            $name = pg_field_name($result, $column);
            $this->names[] = $name === '?column?' ? $name . ($nameless++ ?: '') : $name;
            $convert = self::converter((int) pg_field_type_oid($result, $column));
            if ($convert !== null) {
                $this->types[$column] = $convert;
            }
        }
    }

    private static function converter(int $type): ?callable
    {
        return match (true) {
            in_array($type, self::INTEGERS, true) => intval(...),
            in_array($type, self::FLOATS, true) => self::number(...),
            $type === self::BOOLEAN => static fn (string $value) => $value === 't',
            $type === self::BYTES => pg_unescape_bytea(...),
            default => null,
        };
    }

    private static function number(string $text): float
    {
        return match ($text) {
            'NaN' => NAN,
            'Infinity' => INF,
            '-Infinity' => -INF,
            default => (float) $text,
        };
    }

    private static function text(mixed $value): mixed
    {
        return match (true) {
            is_bool($value) => $value ? 't' : 'f',
            is_resource($value) => LargeObject::number($value) ?? stream_get_contents($value),
            default => $value,
        };
    }
}
)PHP"},
{"swoole\\coroutine\\redis", "tern:/library/Coroutine/Redis.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Closure;
use Error;
use Swoole\Coroutine;
use Tern\Internal\Redis\Connection;
use Tern\Internal\Redis\Failure;
use Tern\Internal\Redis\Hashes;
use Tern\Internal\Redis\Keys;
use Tern\Internal\Redis\Lists;
use Tern\Internal\Redis\Server;
use Tern\Internal\Redis\Sets;
use Tern\Internal\Redis\SortedSets;
use Tern\Internal\Redis\Streams;
use Tern\Internal\Redis\Strings;
use Throwable;

use function Tern\Internal\cooperate;

/**
 * A client of Redis with the API of 2019. Commands have the names and parameters that the redis extension gives them,
 * and suspend until the reply is there, whatever the hooks are. A command that fails returns false; errType, errCode and
 * errMsg tell why. One coroutine may use an object at a time: another one gets an Error. Public methods have no types,
 * so that classes of programs may extend it as they did.
 */
class Redis
{
    use Hashes;
    use Keys;
    use Lists;
    use Server;
    use Sets;
    use SortedSets;
    use Streams;
    use Strings;

    /** @var string as given to connect() */
    public $host = '';
    /** @var int as given to connect() */
    public $port = 0;
    /** @var array the options */
    public $setting;
    /** @var int the number of the stream; -1: not connected */
    public $sock = -1;
    /** @var bool */
    public $connected = false;
    /** @var int SWOOLE_REDIS_ERR_..., 0 after a command that succeeded */
    public $errType = 0;
    /** @var int errno */
    public $errCode = 0;
    /** @var string */
    public $errMsg = '';

    private ?Connection $connection = null;
    /** The coroutine that waits in a call; 0: none. */
    private int $user = 0;
    /** Failed attempts to connect since the last one that did. */
    private int $attempts = 0;
    private bool $deferred = false;
    /** Channels and patterns were asked for. */
    private bool $subscribed = false;
    /** @var list<?Closure> what replies that recv() will return have to go through */
    private array $pending = [];
    /** What auth() and select() have set, for automatic connects. */
    private string $password = '';
    private int $database = 0;
    private bool $compatible = false;

    /**
     * @param array|null $config connect_timeout (seconds, 1), timeout (seconds of each wait for the server, -1: no
     *     limit), serialize (false), reconnect (attempts to connect again, 1), compatibility_mode (false: replies as they
     *     are; true: as the redis extension returns them), password (''), database (0)
     */
    public function __construct($config = null)
    {
        $this->setting = ['connect_timeout' => 1.0, 'timeout' => -1.0, 'serialize' => false, 'reconnect' => 1,
            'password' => '', 'database' => 0];
        $this->setOptions($config ?? []);
    }

    public function __destruct()
    {
        $this->drop();
    }

    /**
     * Suspends. An object that is connected there already stays so.
     *
     * @param string $host a name, an address, or unix:/path
     * @param int|null $port not for unix sockets
     * @param bool|null $serialize whether values of any type are stored, serialized
     */
    public function connect($host, $port = null, $serialize = null)
    {
        $this->enter();
        try {
            $port = (int) $port;
            if ($serialize !== null) {
                $this->setOptions(['serialize' => $serialize]);
            }
            $same = $host === $this->host && $port === $this->port;
            if ($same && $this->connection !== null && !$this->connection->isOver()) {
                return true;
            }
            $this->drop();
            [$this->host, $this->port, $this->attempts] = [(string) $host, $port, 0];
            [$this->password, $this->database] = [$this->setting['password'], $this->setting['database']];
            return $this->reach();
        } finally {
            $this->leave();
        }
    }

    /** @return string|bool the password that the server accepted; false: none */
    public function getAuth()
    {
        return $this->connected && $this->password !== '' ? $this->password : false;
    }

    /** @return int|bool the number of the database; false: not connected */
    public function getDBNum()
    {
        return $this->connected ? $this->database : false;
    }

    public function getOptions()
    {
        return $this->setting;
    }

    /** @param array $options of the constructor; password and database hold from the next connect() on */
    public function setOptions($options)
    {
        foreach ($options as $name => $value) {
            match ($name) {
                'connect_timeout', 'timeout' => $this->setting[$name] = (float) $value,
                'serialize' => $this->setting[$name] = (bool) $value,
                'reconnect', 'database' => $this->setting[$name] = (int) $value,
                'password' => $this->setting[$name] = (string) $value,
                'compatibility_mode' => $this->compatible = (bool) $value,
                default => trigger_error("Swoole\Coroutine\Redis has no option '$name'", E_USER_WARNING),
            };
        }
        $this->tune();
    }

    public function getDefer()
    {
        return $this->deferred;
    }

    /**
     * Whether commands return true once they are sent: recv() returns their replies, in the same order.
     *
     * @return bool false while it is subscribed
     */
    public function setDefer($defer = true)
    {
        if ($this->subscribed) {
            return false;
        }
        $this->deferred = (bool) $defer;
        return true;
    }

    /**
     * The reply to the oldest command that was deferred, or the next message of a subscription: ['message', channel,
     * text], ['pmessage', pattern, channel, text], ['subscribe', channel, count] and so on. Suspends.
     */
    public function recv()
    {
        if ($this->pending === [] && !$this->subscribed) {
            $this->fail(SWOOLE_REDIS_ERR_OTHER, Failure::INVALID, 'There is nothing to receive');
            return false;
        }
        return $this->exchange(null, $this->subscribed ? null : array_shift($this->pending));
    }

    /**
     * Any command. Suspends.
     *
     * @param array $params its words
     */
    public function request(array $params)
    {
        return $this->command(array_values($params));
    }

    /** Ends the wait of another coroutine as well. The next command connects again, unless reconnect is 0. */
    public function close()
    {
        if ($this->connection === null) {
            return false;
        }
        if ($this->user === 0) {
            $this->drop();
            return true;
        }
        $this->connection->shutdown();
        $this->connected = false;
        return true;
    }

    /** @param Closure|null $shape what to do with a reply that is no error */
    private function command(array $words, ?Closure $shape = null): mixed
    {
        if ($this->subscribed) {
            $this->fail(SWOOLE_REDIS_ERR_OTHER, Failure::INVALID, 'Something is subscribed to');
            return false;
        }
        return $this->exchange($words, $shape);
    }

    /** Commands of subscriptions have no reply of their own: recv() returns what comes. */
    private function subscription(string $command, array $names): bool
    {
        $ends = str_contains($command, 'UNSUBSCRIBE');
        if ($this->deferred || ($ends && !$this->subscribed)) {
            $why = $ends ? 'Nothing is subscribed to' : 'A subscription cannot be deferred';
            $this->fail(SWOOLE_REDIS_ERR_OTHER, Failure::INVALID, $why);
            return false;
        }
        $words = [$command, ...array_values($names)];
        if ($this->subscribed && $this->user !== 0) {
            return $this->interject($words);
        }
        return $this->subscribed = $this->exchange($words, null, false);
    }

    /** Sends a command while another coroutine waits in recv(). */
    private function interject(array $words): bool
    {
        cooperate(true);
        try {
            $this->connection->send($words);
            return true;
        } catch (Failure $failure) {
            $this->fail($failure->type, $failure->getCode(), $failure->getMessage());
            return false;
        } finally {
            cooperate(false);
        }
    }

    /** Sends a command, if there is one, and waits for a reply. */
    private function exchange(?array $words, ?Closure $shape, bool $answered = true): mixed
    {
        $this->enter();
        try {
            if (!$this->isReady($words !== null)) {
                return false;
            }
            if ($words !== null) {
                $this->connection->send($words);
                if (!$answered) {
                    return true;
                }
                if ($this->deferred) {
                    $this->pending[] = $shape;
                    return true;
                }
            }
            return $this->take($this->connection->read(), $shape);
        } catch (Failure $failure) {
            $this->drop();
            $this->fail($failure->type, $failure->getCode(), $failure->getMessage());
            return false;
        } catch (Throwable $thrown) {
            $this->drop();  // the reply would be taken for that of the next command
            throw $thrown;
        } finally {
            $this->leave();
        }
    }

    private function take(mixed $reply, ?Closure $shape): mixed
    {
        if ($reply === false && $this->connection->error !== null) {
            $error = $this->connection->error;
            $type = str_starts_with($error, 'NOAUTH') ? SWOOLE_REDIS_ERR_NOAUTH : SWOOLE_REDIS_ERR_OTHER;
            $this->fail($type, Failure::INVALID, $error);
            return false;
        }
        if ($this->errType !== 0) {
            $this->fail(0, 0, '');
        }
        if ($this->subscribed && ($reply[0] === 'unsubscribe' || $reply[0] === 'punsubscribe')) {
            $this->subscribed = $reply[2] !== 0;
        }
        return $shape === null ? $reply : $shape($reply);
    }

    /** Connects again what was closed, unless replies are lost with it. */
    private function isReady(bool $may_connect): bool
    {
        if ($this->connection !== null && !$this->connection->isOver()) {
            return true;
        }
        if ($this->connection !== null && ($this->pending !== [] || !$may_connect)) {
            throw new Failure(SWOOLE_REDIS_ERR_EOF, Failure::RESET);
        }
        $this->drop();
        if ($this->host === '') {
            trigger_error('Swoole\Coroutine\Redis: The host is empty', E_USER_WARNING);
            throw new Failure(SWOOLE_REDIS_ERR_OTHER, Failure::INVALID, 'The host is empty');
        }
        if ($this->attempts >= $this->setting['reconnect']) {
            $this->fail(SWOOLE_REDIS_ERR_CLOSED, $this->errCode ?: Failure::RESET, 'The connection is closed');
            return false;
        }
        return $this->reach();
    }

    private function reach(): bool
    {
        try {
            $this->connection = Connection::open($this->host, $this->port, $this->setting['connect_timeout']);
            $this->tune();
            $this->greet();
        } catch (Failure $failure) {
            ++$this->attempts;
            $this->drop();
            $this->fail($failure->type, $failure->getCode(), $failure->getMessage());
            return false;
        } catch (Throwable $thrown) {
            $this->drop();
            throw $thrown;
        }
        $this->sock = $this->connection->id();
        $this->connected = true;
        $this->attempts = 0;
        $this->fail(0, 0, '');
        return true;
    }

    private function greet(): void
    {
        $greeting = $this->password === '' ? [] : [['AUTH', $this->password]];
        if ($this->database !== 0) {
            $greeting[] = ['SELECT', $this->database];
        }
        foreach ($greeting as $words) {
            $this->connection->send($words);
            $this->connection->read();
            if ($this->connection->error !== null) {
                throw new Failure(SWOOLE_REDIS_ERR_OTHER, Failure::INVALID, $this->connection->error);
            }
        }
    }

    private function tune(): void
    {
        if ($this->connection === null) {
            return;
        }
        $this->connection->limit($this->setting['timeout']);
        $this->connection->serialized = $this->setting['serialize'];
        $this->connection->nil = $this->compatible ? false : null;
    }

    private function drop(): void
    {
        $this->connection?->close();
        $this->connection = null;
        [$this->sock, $this->connected, $this->subscribed, $this->pending] = [-1, false, false, []];
    }

    private function fail(int $type, int $code, string $message): void
    {
        [$this->errType, $this->errCode, $this->errMsg] = [$type, $code, $message];
    }

    private function enter(): void
    {
        $id = Coroutine::getCid();
        if ($id < 0) {
            throw new Error('API must be called in the coroutine');
        }
        if ($this->user !== 0) {
            throw new \Swoole\Error("Coroutine #$this->user uses this Redis already: coroutine #$id cannot");
        }
        $this->user = $id;
        cooperate(true);
    }

    private function leave(): void
    {
        cooperate(false);
        $this->user = 0;
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
{"tern\\internal\\postgresql\\answer", "tern:/library/Tern/Internal/PostgreSQL/Answer.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\PostgreSQL;

use PgSql\Result;

/** What became of a command: its result, or why there is none. */
final class Answer
{
    private const FIELDS = ['severity' => PGSQL_DIAG_SEVERITY, 'sqlstate' => PGSQL_DIAG_SQLSTATE,
        'message_primary' => PGSQL_DIAG_MESSAGE_PRIMARY, 'message_detail' => PGSQL_DIAG_MESSAGE_DETAIL,
        'message_hint' => PGSQL_DIAG_MESSAGE_HINT, 'statement_position' => PGSQL_DIAG_STATEMENT_POSITION,
        'internal_position' => PGSQL_DIAG_INTERNAL_POSITION, 'internal_query' => PGSQL_DIAG_INTERNAL_QUERY,
        'content' => PGSQL_DIAG_CONTEXT, 'schema_name' => PGSQL_DIAG_SCHEMA_NAME, 'table_name' => PGSQL_DIAG_TABLE_NAME,
        'column_name' => PGSQL_DIAG_COLUMN_NAME, 'datatype_name' => PGSQL_DIAG_DATATYPE_NAME,
        'constraint_name' => PGSQL_DIAG_CONSTRAINT_NAME, 'source_file' => PGSQL_DIAG_SOURCE_FILE,
        'source_line' => PGSQL_DIAG_SOURCE_LINE, 'source_function' => PGSQL_DIAG_SOURCE_FUNCTION];

    /**
     * @param string|null $error null: none
     * @param int $code errno of a connection that failed
     */
    public function __construct(
        public readonly ?Result $result,
        public readonly ?string $error = null,
        public readonly int $code = 0,
        private readonly ?array $notices = null,
    ) {}

    public function isGood(): bool
    {
        return $this->error === null;
    }

    /** Into the properties that the classes of the API have for it. */
    public function report(object ...$to): void
    {
        $diagnosis = $this->error === null || $this->result === null ? null : $this->diagnosis();
        foreach ($to as $object) {
            $object->error = $this->error;
            $object->errCode = $this->code;
            $object->resultStatus = $this->result === null ? 0 : pg_result_status($this->result);
            $object->resultDiag = $diagnosis;
            $object->notices = $this->notices;
        }
    }

    private function diagnosis(): array
    {
        return array_map(fn (int $field) => pg_result_error_field($this->result, $field) ?: null, self::FIELDS);
    }
}
)PHP"},
{"tern\\internal\\postgresql\\largeobject", "tern:/library/Tern/Internal/PostgreSQL/LargeObject.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\PostgreSQL;

use PgSql\Lob;

/** A large object as a stream. It is open until the transaction ends. */
final class LargeObject
{
    private const SCHEME = 'tern-lob';
    /** @var resource|null the options of open() */
    public $context;
    private Link $link;
    private Lob $object;
    private int|string $oid;
    private bool $over = false;

    /** @return resource|false */
    public static function open(Link $link, int|string $oid, string $mode)
    {
        if (!in_array(self::SCHEME, stream_get_wrappers(), true)) {
            stream_wrapper_register(self::SCHEME, self::class);
        }
        $options = stream_context_create([self::SCHEME => ['link' => $link, 'oid' => $oid]]);
        return @fopen(self::SCHEME . '://', $mode, false, $options);
    }

    /** @return int|string|null the number of the object that a stream is; null: it is none */
    public static function number(mixed $stream): int|string|null
    {
        $data = stream_get_meta_data($stream)['wrapper_data'] ?? null;
        return $data instanceof self ? $data->oid : null;
    }

    public function stream_open(string $path, string $mode): bool
    {
        ['link' => $this->link, 'oid' => $this->oid] = stream_context_get_options($this->context)[self::SCHEME];
        $mode = strpbrk($mode, 'wa+') === false ? 'r' : 'r+';
        $object = $this->call(fn () => @pg_lo_open($this->link->connection(), $this->oid, $mode));
        if ($object === false) {
            return false;
        }
        $this->object = $object;
        return true;
    }

    public function stream_read(int $count): string|false
    {
        $data = $this->call(fn () => @pg_lo_read($this->object, $count));
        $this->over = $data === false || strlen($data) < $count;
        return $data;
    }

    public function stream_write(string $data): int
    {
        return (int) $this->call(fn () => @pg_lo_write($this->object, $data));
    }

    public function stream_seek(int $offset, int $from): bool
    {
        $this->over = false;
        return $this->call(fn () => pg_lo_seek($this->object, $offset, $from));
    }

    public function stream_tell(): int
    {
        return $this->call(fn () => pg_lo_tell($this->object));
    }

    public function stream_eof(): bool
    {
        return $this->over;
    }

    public function stream_flush(): bool
    {
        return true;
    }

    public function stream_stat(): array
    {
        return [];
    }

    private function call(callable $function): mixed
    {
        if ($this->link->connection() === null) {
            return false;
        }
        $value = false;
        $this->link->using(function () use ($function, &$value) {
            $value = $function();
            return new Answer(null);
        });
        return $value;
    }
}
)PHP"},
{"tern\\internal\\postgresql\\link", "tern:/library/Tern/Internal/PostgreSQL/Link.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\PostgreSQL;

use Error;
use PgSql\Connection;
use PgSql\Result;
use Swoole\Coroutine;
use Throwable;

use function Tern\Internal\cooperate;
use function Tern\Internal\is_overdue;

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
        return $this->using(fn () => $this->reach($options), $timeout);
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
        return $this->ask(static fn (Connection $connection) => @pg_send_query($connection, $sql));
    }

    public function prepare(string $name, string $sql): Answer
    {
        $this->forget();
        return $this->ask(static fn (Connection $connection) => @pg_send_prepare($connection, $name, $sql));
    }

    public function execute(string $name, array $values): Answer
    {
        return $this->ask(static fn (Connection $connection) => @pg_send_execute($connection, $name, $values));
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
            throw new Error('API must be called in the coroutine');
        }
        if ($this->user !== 0) {
            throw new \Swoole\Error("Coroutine #$this->user uses this PostgreSQL already: coroutine #$id cannot");
        }
        $this->user = $id;
        cooperate(true, $timeout);
        try {
            return $call();
        } catch (Throwable $thrown) {
            $this->close();
            throw $thrown;
        } finally {
            cooperate(false);
            $this->user = 0;
        }
    }

    /** @param callable(Connection): bool $send */
    private function ask(callable $send): Answer
    {
        if ($this->connection === null) {
            return new Answer(null, 'not connected');
        }
        return $this->using(fn () => $this->exchange($send));
    }

    private function exchange(callable $send): Answer
    {
        if (!$send($this->connection)) {
            return $this->failure();
        }
        $last = $copy = null;
        while ($result = pg_get_result($this->connection)) {
            if (in_array(pg_result_status($result), self::COPY, true)) {
                $copy = new Answer(null, 'COPY from or to the client is not supported');
                pg_end_copy($this->connection);
            }
            $last = $last !== null && in_array(pg_result_status($last), self::BAD, true) ? $last : $result;
        }
        return $copy ?? ($last === null ? $this->failure() : $this->judge($last));
    }

    private function judge(Result $result): Answer
    {
        $state = pg_result_status($result);
        if (!in_array($state, self::BAD, true)) {
            return new Answer($result, null, 0, $this->notices());
        }
        $error = pg_result_error($result) ?: 'the query is empty';
        if ($state !== PGSQL_EMPTY_QUERY && !pg_result_error_field($result, PGSQL_DIAG_SQLSTATE)) {
            $this->close();  // not the server's error: an answer may be on its way
            return new Answer($result, $error);
        }
        $notices = $this->notices();
        if (pg_connection_status($this->connection) !== PGSQL_CONNECTION_OK) {
            $this->close();
        }
        return new Answer($result, $error, 0, $notices);
    }

    private function notices(): ?array
    {
        $notices = pg_last_notice($this->connection, PGSQL_NOTICE_ALL) ?: null;
        if ($notices !== null) {
            pg_last_notice($this->connection, PGSQL_NOTICE_CLEAR);
        }
        return $notices;
    }

    private function failure(): Answer
    {
        $error = pg_last_error($this->connection);
        $this->close();
        return new Answer(null, $error);
    }

    private function reach(string $options): Answer
    {
        $this->close();
        error_clear_last();
        $connection = @pg_connect($options, PGSQL_CONNECT_FORCE_NEW | PGSQL_CONNECT_ASYNC);
        if ($connection === false) {
            return $this->refusal(preg_replace('/^pg_connect\(\): /', '', error_get_last()['message'] ?? ''));
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
        $socket = [pg_socket($connection)];
        [$read, $write, $except] = $reading ? [$socket, [], []] : [[], $socket, []];
        if (@stream_select($read, $write, $except, null) === false) {
            Coroutine::sleep(0.001);
        }
    }

    private function forget(): void
    {
        if ($this->unused === [] || pg_transaction_status($this->connection) === PGSQL_TRANSACTION_INERROR) {
            return;
        }
        $names = $this->unused;
        $this->unused = [];
        $this->query('DEALLOCATE ' . implode('; DEALLOCATE ', $names));
    }
}
)PHP"},
{"tern\\internal\\redis\\connection", "tern:/library/Tern/Internal/Redis/Connection.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

use Swoole\Coroutine;

use function count;
use function feof;
use function fread;
use function fwrite;
use function strlen;
use function strpos;
use function substr;

/** A connection to a Redis server and the protocol (RESP 2) on it. Its calls block: hooks make them suspend. */
final class Connection
{
    /** Of seconds. A stream without a limit would go on waiting after Coroutine::cancel(). */
    private const FOREVER = 2e6;
    private const PIECE = 8192;

    /** What the last reply was refused with; null: it was not. */
    public ?string $error = null;
    /** What missing strings are. */
    public ?bool $nil = null;
    public bool $serialized = false;

    /** What has come and is not read yet, from $at on. */
    private string $buffer = '';
    private int $at = 0;

    /** @param resource $stream */
    private function __construct(private $stream) {}

    /**
     * @param string $host a name, an address, or unix:/path
     * @param float $timeout in seconds; 0 or less: no limit
     * @throws Failure
     */
    public static function open(string $host, int $port, float $timeout): self
    {
        $at = match (true) {
            str_starts_with($host, 'unix:/') => 'unix://' . substr($host, strlen('unix:')),
            str_contains($host, ':') => "tcp://[$host]:$port",
            default => "tcp://$host:$port",
        };
        $options = stream_context_create(['socket' => ['tcp_nodelay' => true]]);
        $limit = $timeout > 0 ? $timeout : self::FOREVER;
        $stream = @stream_socket_client($at, $errno, $message, $limit, STREAM_CLIENT_CONNECT, $options);
        if ($stream !== false) {
            return new self($stream);
        }
        throw $errno === 0
            ? new Failure(SWOOLE_REDIS_ERR_OTHER, SWOOLE_ERROR_DNSLOOKUP_RESOLVE_FAILED, $message)
            : new Failure(SWOOLE_REDIS_ERR_IO, $errno);
    }

    /** @param float $timeout of each wait for the server, in seconds; 0 or less: no limit */
    public function limit(float $timeout): void
    {
        $seconds = $timeout > 0 ? min($timeout, self::FOREVER) : self::FOREVER;
        stream_set_timeout($this->stream, (int) $seconds, (int) (fmod($seconds, 1) * 1e6));
    }

    /** The number of the stream. */
    public function id(): int
    {
        return get_resource_id($this->stream);
    }

    /** Whether the server has closed it, and all that it sent before has been read. */
    public function isOver(): bool
    {
        return $this->at === strlen($this->buffer) && feof($this->stream);
    }

    /** Ends the wait of whoever reads. */
    public function shutdown(): void
    {
        stream_socket_shutdown($this->stream, STREAM_SHUT_RDWR);
    }

    public function close(): void
    {
        fclose($this->stream);
    }

    /** @throws Failure */
    public function send(array $words): void
    {
        $request = '*' . count($words) . "\r\n";
        foreach ($words as $word) {
            $word = (string) $word;
            $request .= '$' . strlen($word) . "\r\n$word\r\n";
        }
        if (@fwrite($this->stream, $request) !== strlen($request)) {
            throw $this->failure();
        }
    }

    /**
     * The next reply: a string, a number, true for OK, an array, null or $nil for nothing, false with $error for an
     * error.
     *
     * @throws Failure
     */
    public function read(): mixed
    {
        $this->error = null;
        $reply = $this->reply();
        if ($this->at === strlen($this->buffer)) {
            [$this->buffer, $this->at] = ['', 0];
        }
        return $reply;
    }

    private function reply(): mixed
    {
        while (($end = strpos($this->buffer, "\r\n", $this->at)) === false) {
            $this->fill(self::PIECE);
        }
        $line = substr($this->buffer, $this->at, $end - $this->at);
        $this->at = $end + 2;
        switch ($line[0] ?? '') {
            case '$':
                return $this->string((int) substr($line, 1));
            case ':':
                return (int) substr($line, 1);
            case '+':
                return $line === '+OK' ? true : substr($line, 1);
            case '*':
                return $this->items((int) substr($line, 1));
            case '-':
                $this->error = substr($line, 1);
                return false;
        }
        $start = json_encode(substr($line, 0, 32), JSON_INVALID_UTF8_SUBSTITUTE);
        throw new Failure(SWOOLE_REDIS_ERR_PROTOCOL, Failure::INVALID, "This is not Redis: $start");
    }

    private function string(int $length): mixed
    {
        if ($length < 0) {
            return $this->nil;
        }
        $lacking = $this->at + $length + 2 - strlen($this->buffer);
        while ($lacking > 0) {
            $this->fill($lacking);
            $lacking = $this->at + $length + 2 - strlen($this->buffer);
        }
        $string = substr($this->buffer, $this->at, $length);
        $this->at += $length + 2;
        return $this->serialized ? self::unserialize($string) : $string;
    }

    /** Waits for more from the server: for all of a long string, or for a piece of what there is. */
    private function fill(int $length): void
    {
        $long = $length > self::PIECE;
        $data = $long ? stream_get_contents($this->stream, $length) : fread($this->stream, self::PIECE);
        if ($data === false || $data === '') {
            throw $this->failure();
        }
        $this->buffer = substr($this->buffer, $this->at) . $data;
        $this->at = 0;
    }

    private function items(int $count): ?array
    {
        if ($count < 0) {
            return null;
        }
        $items = [];
        while ($count-- > 0) {
            $items[] = $this->reply();
        }
        return $items;
    }

    /** Others may have stored what is not serialized: that stays as it is. */
    private static function unserialize(string $string): mixed
    {
        $value = @unserialize($string);
        return $value === false && $string !== 'b:0;' ? $string : $value;
    }

    private function failure(): Failure
    {
        if (stream_get_meta_data($this->stream)['timed_out']) {
            return new Failure(SWOOLE_REDIS_ERR_IO, Failure::TIMED_OUT);
        }
        if (Coroutine::isCanceled() && swoole_last_error() === SWOOLE_ERROR_CO_CANCELED) {
            return new Failure(SWOOLE_REDIS_ERR_IO, Failure::CANCELED);
        }
        return new Failure(SWOOLE_REDIS_ERR_EOF, Failure::RESET);
    }
}
)PHP"},
{"tern\\internal\\redis\\failure", "tern:/library/Tern/Internal/Redis/Failure.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

use RuntimeException;

/** The connection is of no use any more. Programs never see it. */
final class Failure extends RuntimeException
{
    public const INVALID = 22;
    public const RESET = 104;
    public const TIMED_OUT = 110;
    public const CANCELED = 125;

    /**
     * @param int $type SWOOLE_REDIS_ERR_...
     * @param int $code errno
     */
    public function __construct(public readonly int $type, int $code, string $message = '')
    {
        parent::__construct($message === '' ? swoole_strerror($code) : $message, $code);
    }
}
)PHP"},
{"tern\\internal\\redis\\hashes", "tern:/library/Tern/Internal/Redis/Hashes.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on hashes. */
trait Hashes
{
    public function hGet($key, $member)
    {
        return $this->command(['HGET', $key, $member]);
    }

    public function hSet($key, $member, $value)
    {
        return $this->command(['HSET', $key, $member, $this->pack($value)]);
    }

    public function hSetNx($key, $member, $value)
    {
        return $this->command(['HSETNX', $key, $member, $this->pack($value)]);
    }

    public function hMSet($key, $pairs)
    {
        return $this->command(['HMSET', $key, ...$this->pairs($pairs)]);
    }

    public function hMGet($key, $keys)
    {
        $shape = fn ($reply) => is_array($reply) ? array_combine(array_values($keys), $reply) : $reply;
        return $this->command(['HMGET', $key, ...array_values($keys)], $this->compatible ? $shape : null);
    }

    public function hGetAll($key)
    {
        return $this->command(['HGETALL', $key], $this->compatible ? self::paired(...) : null);
    }

    public function hDel($key, $member, ...$other_members)
    {
        return $this->command(['HDEL', $key, ...self::flat($member, $other_members)]);
    }

    public function hExists($key, $member)
    {
        return $this->command(['HEXISTS', $key, $member], $this->compatible ? self::truth(...) : null);
    }

    public function hKeys($key)
    {
        return $this->command(['HKEYS', $key]);
    }

    public function hVals($key)
    {
        return $this->command(['HVALS', $key]);
    }

    public function hLen($key)
    {
        return $this->command(['HLEN', $key]);
    }

    public function hIncrBy($key, $member, $value)
    {
        return $this->command(['HINCRBY', $key, $member, $value]);
    }

    public function hIncrByFloat($key, $member, $value)
    {
        return $this->command(['HINCRBYFLOAT', $key, $member, self::number($value)]);
    }

    private static function truth($reply)
    {
        return is_int($reply) ? $reply !== 0 : $reply;
    }

    private static function paired($reply)
    {
        return is_array($reply) ? array_combine(...self::columns($reply)) : $reply;
    }

    /** @return array{array, array} the items at even and at odd places */
    private static function columns(array $items): array
    {
        $columns = [[], []];
        foreach ($items as $at => $item) {
            $columns[$at & 1][] = $item;
        }
        return $columns;
    }
}
)PHP"},
{"tern\\internal\\redis\\keys", "tern:/library/Tern/Internal/Redis/Keys.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on keys of any type. */
trait Keys
{
    public function del($key, ...$other_keys)
    {
        return $this->command(['DEL', ...self::flat($key, $other_keys)]);
    }

    public function delete($key, ...$other_keys)
    {
        return $this->command(['DEL', ...self::flat($key, $other_keys)]);
    }

    public function exists($key, ...$other_keys)
    {
        return $this->command(['EXISTS', ...self::flat($key, $other_keys)]);
    }

    public function getKeys($pattern)
    {
        return $this->command(['KEYS', $pattern]);
    }

    public function keys($pattern)
    {
        return $this->command(['KEYS', $pattern]);
    }

    public function type($key)
    {
        return $this->command(['TYPE', $key], self::type_number(...));
    }

    public function persist($key)
    {
        return $this->command(['PERSIST', $key]);
    }

    public function ttl($key)
    {
        return $this->command(['TTL', $key]);
    }

    public function pttl($key)
    {
        return $this->command(['PTTL', $key]);
    }

    public function expire($key, $integer)
    {
        return $this->command(['EXPIRE', $key, $integer]);
    }

    public function setTimeout($key, $timeout)
    {
        return $this->command(['EXPIRE', $key, $timeout]);
    }

    public function pexpire($key, $timestamp)
    {
        return $this->command(['PEXPIRE', $key, $timestamp]);
    }

    public function expireAt($key, $timestamp)
    {
        return $this->command(['EXPIREAT', $key, $timestamp]);
    }

    public function pexpireAt($key, $timestamp)
    {
        return $this->command(['PEXPIREAT', $key, $timestamp]);
    }

    public function rename($key, $newkey)
    {
        return $this->command(['RENAME', $key, $newkey]);
    }

    public function renameKey($key, $newkey)
    {
        return $this->command(['RENAME', $key, $newkey]);
    }

    public function renameNx($key, $newkey)
    {
        return $this->command(['RENAMENX', $key, $newkey]);
    }

    public function move($key, $dbindex)
    {
        return $this->command(['MOVE', $key, $dbindex]);
    }

    public function randomKey()
    {
        return $this->command(['RANDOMKEY']);
    }

    public function dump($key)
    {
        return $this->command(['DUMP', $key]);
    }

    public function restore($key, $ttl, $value)
    {
        return $this->command(['RESTORE', $key, $ttl, $value]);
    }

    public function debug($key)
    {
        return $this->command(['DEBUG', 'OBJECT', $key]);
    }

    private static function type_number($name)
    {
        return match ($name) {
            'none' => SWOOLE_REDIS_TYPE_NOT_FOUND,
            'string' => SWOOLE_REDIS_TYPE_STRING,
            'set' => SWOOLE_REDIS_TYPE_SET,
            'list' => SWOOLE_REDIS_TYPE_LIST,
            'zset' => SWOOLE_REDIS_TYPE_ZSET,
            'hash' => SWOOLE_REDIS_TYPE_HASH,
            default => $name,
        };
    }

    /** One word or an array of them, and more words. */
    private static function flat($first, array $more): array
    {
        return is_array($first) ? [...array_values($first), ...array_values($more)] : [$first, ...array_values($more)];
    }
}
)PHP"},
{"tern\\internal\\redis\\lists", "tern:/library/Tern/Internal/Redis/Lists.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on lists. */
trait Lists
{
    public function lPush($key, ...$value)
    {
        return $this->command(['LPUSH', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    public function rPush($key, ...$value)
    {
        return $this->command(['RPUSH', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    public function lPushx($key, $value)
    {
        return $this->command(['LPUSHX', $key, $this->pack($value)]);
    }

    public function rPushx($key, $value)
    {
        return $this->command(['RPUSHX', $key, $this->pack($value)]);
    }

    public function lPop($key)
    {
        return $this->command(['LPOP', $key]);
    }

    public function rPop($key)
    {
        return $this->command(['RPOP', $key]);
    }

    public function blPop($key, $timeout_or_key, ...$extra_args)
    {
        return $this->command(['BLPOP', ...self::flat($key, [$timeout_or_key, ...$extra_args])]);
    }

    public function brPop($key, $timeout_or_key, ...$extra_args)
    {
        return $this->command(['BRPOP', ...self::flat($key, [$timeout_or_key, ...$extra_args])]);
    }

    public function rpoplpush($src, $dst)
    {
        return $this->command(['RPOPLPUSH', $src, $dst]);
    }

    public function bRPopLPush($src, $dst, $timeout)
    {
        return $this->command(['BRPOPLPUSH', $src, $dst, $timeout]);
    }

    public function lLen($key)
    {
        return $this->command(['LLEN', $key]);
    }

    public function lSize($key)
    {
        return $this->command(['LLEN', $key]);
    }

    public function lIndex($key, $integer)
    {
        return $this->command(['LINDEX', $key, $integer]);
    }

    public function lGet($key, $index)
    {
        return $this->command(['LINDEX', $key, $index]);
    }

    public function lSet($key, $index, $value)
    {
        return $this->command(['LSET', $key, $index, $this->pack($value)]);
    }

    public function lInsert($key, $position, $pivot, $value)
    {
        return $this->command(['LINSERT', $key, $position, $this->pack($pivot), $this->pack($value)]);
    }

    public function lRange($key, $start, $end)
    {
        return $this->command(['LRANGE', $key, $start, $end]);
    }

    public function lGetRange($key, $start, $end)
    {
        return $this->command(['LRANGE', $key, $start, $end]);
    }

    public function ltrim($key, $start, $stop)
    {
        return $this->command(['LTRIM', $key, $start, $stop]);
    }

    public function listTrim($key, $start, $stop)
    {
        return $this->command(['LTRIM', $key, $start, $stop]);
    }

    public function lRem($key, $value, $count)
    {
        return $this->command(['LREM', $key, $count, $this->pack($value)]);
    }

    public function lRemove($key, $value, $count)
    {
        return $this->command(['LREM', $key, $count, $this->pack($value)]);
    }
}
)PHP"},
{"tern\\internal\\redis\\server", "tern:/library/Tern/Internal/Redis/Server.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on the server, transactions, scripts and channels. */
trait Server
{
    public function ping()
    {
        return $this->command(['PING']);
    }

    public function unwatch()
    {
        return $this->command(['UNWATCH']);
    }

    public function watch($key, ...$other_keys)
    {
        return $this->command(['WATCH', ...self::flat($key, $other_keys)]);
    }

    public function multi($mode = SWOOLE_REDIS_MODE_MULTI)
    {
        return $this->command(['MULTI']);
    }

    public function exec()
    {
        return $this->command(['EXEC']);
    }

    public function save()
    {
        return $this->command(['SAVE']);
    }

    public function bgSave()
    {
        return $this->command(['BGSAVE']);
    }

    public function lastSave()
    {
        return $this->command(['LASTSAVE']);
    }

    public function flushDB()
    {
        return $this->command(['FLUSHDB']);
    }

    public function flushAll()
    {
        return $this->command(['FLUSHALL']);
    }

    public function dbSize()
    {
        return $this->command(['DBSIZE']);
    }

    public function bgrewriteaof()
    {
        return $this->command(['BGREWRITEAOF']);
    }

    public function time()
    {
        return $this->command(['TIME']);
    }

    public function role()
    {
        return $this->command(['ROLE']);
    }

    public function eval($script, $args = null, $num_keys = null)
    {
        return $this->command(['EVAL', $script, (int) $num_keys, ...array_values($args ?? [])]);
    }

    public function evalSha($script_sha, $args = null, $num_keys = null)
    {
        return $this->command(['EVALSHA', $script_sha, (int) $num_keys, ...array_values($args ?? [])]);
    }

    public function script($cmd, ...$args)
    {
        return $this->command(['SCRIPT', $cmd, ...$args]);
    }

    public function publish($channel, $message)
    {
        return $this->command(['PUBLISH', $channel, $message]);
    }

    public function subscribe($channels)
    {
        return $this->subscription('SUBSCRIBE', (array) $channels);
    }

    public function pSubscribe($patterns)
    {
        return $this->subscription('PSUBSCRIBE', (array) $patterns);
    }

    public function unsubscribe($channels)
    {
        return $this->subscription('UNSUBSCRIBE', (array) $channels);
    }

    public function pUnSubscribe($patterns)
    {
        return $this->subscription('PUNSUBSCRIBE', (array) $patterns);
    }

    /** Automatic connects use it, too. */
    public function auth($password)
    {
        return $this->command(['AUTH', $password], function ($reply) use ($password) {
            $this->password = (string) $password;
            return $reply;
        });
    }

    /** Automatic connects use it, too. */
    public function select($dbindex)
    {
        return $this->command(['SELECT', $dbindex], function ($reply) use ($dbindex) {
            $this->database = (int) $dbindex;
            return $reply;
        });
    }
}
)PHP"},
{"tern\\internal\\redis\\sets", "tern:/library/Tern/Internal/Redis/Sets.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on sets. */
trait Sets
{
    public function sAdd($key, ...$value)
    {
        return $this->command(['SADD', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    public function srem($key, ...$value)
    {
        return $this->command(['SREM', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    public function sRemove($key, ...$value)
    {
        return $this->command(['SREM', $key, ...$this->packed(self::flat(array_shift($value), $value))]);
    }

    public function sismember($key, $value)
    {
        return $this->command(['SISMEMBER', $key, $this->pack($value)]);
    }

    public function sContains($key, $value)
    {
        return $this->command(['SISMEMBER', $key, $this->pack($value)]);
    }

    public function scard($key)
    {
        return $this->command(['SCARD', $key]);
    }

    public function sSize($key)
    {
        return $this->command(['SCARD', $key]);
    }

    public function sMembers($key)
    {
        return $this->command(['SMEMBERS', $key]);
    }

    public function sGetMembers($key)
    {
        return $this->command(['SMEMBERS', $key]);
    }

    public function sPop($key)
    {
        return $this->command(['SPOP', $key]);
    }

    public function sRandMember($key, $count = null)
    {
        return $this->command($count === null ? ['SRANDMEMBER', $key] : ['SRANDMEMBER', $key, $count]);
    }

    public function sMove($src, $dst, $value)
    {
        return $this->command(['SMOVE', $src, $dst, $this->pack($value)]);
    }

    public function sDiff($key, ...$other_keys)
    {
        return $this->command(['SDIFF', ...self::flat($key, $other_keys)]);
    }

    public function sDiffStore($dst, $key, ...$other_keys)
    {
        return $this->command(['SDIFFSTORE', $dst, ...self::flat($key, $other_keys)]);
    }

    public function sInter($key, ...$other_keys)
    {
        return $this->command(['SINTER', ...self::flat($key, $other_keys)]);
    }

    public function sInterStore($dst, $key, ...$other_keys)
    {
        return $this->command(['SINTERSTORE', $dst, ...self::flat($key, $other_keys)]);
    }

    public function sUnion($key, ...$other_keys)
    {
        return $this->command(['SUNION', ...self::flat($key, $other_keys)]);
    }

    public function sUnionStore($dst, $key, ...$other_keys)
    {
        return $this->command(['SUNIONSTORE', $dst, ...self::flat($key, $other_keys)]);
    }
}
)PHP"},
{"tern\\internal\\redis\\sortedsets", "tern:/library/Tern/Internal/Redis/SortedSets.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on sorted sets. */
trait SortedSets
{
    public function zScore($key, $member)
    {
        return $this->command(['ZSCORE', $key, $this->pack($member)]);
    }

    public function zRank($key, $member)
    {
        return $this->command(['ZRANK', $key, $this->pack($member)]);
    }

    public function zRevRank($key, $member)
    {
        return $this->command(['ZREVRANK', $key, $this->pack($member)]);
    }

    public function zCard($key)
    {
        return $this->command(['ZCARD', $key]);
    }

    public function zSize($key)
    {
        return $this->command(['ZCARD', $key]);
    }

    public function zCount($key, $min, $max)
    {
        return $this->command(['ZCOUNT', $key, $min, $max]);
    }

    public function zIncrBy($key, $value, $member)
    {
        return $this->command(['ZINCRBY', $key, self::number($value), $this->pack($member)]);
    }

    public function zRem($key, $member, ...$other_members)
    {
        return $this->command(['ZREM', $key, ...$this->packed(self::flat($member, $other_members))]);
    }

    public function zDelete($key, $member, ...$other_members)
    {
        return $this->command(['ZREM', $key, ...$this->packed(self::flat($member, $other_members))]);
    }

    public function zRemove($key, $member, ...$other_members)
    {
        return $this->command(['ZREM', $key, ...$this->packed(self::flat($member, $other_members))]);
    }

    public function zPopMin($key, $count = null)
    {
        return $this->command($count === null ? ['ZPOPMIN', $key] : ['ZPOPMIN', $key, $count]);
    }

    public function zPopMax($key, $count = null)
    {
        return $this->command($count === null ? ['ZPOPMAX', $key] : ['ZPOPMAX', $key, $count]);
    }

    public function bzPopMin($key, $timeout_or_key, ...$extra_args)
    {
        return $this->command(['BZPOPMIN', ...self::flat($key, [$timeout_or_key, ...$extra_args])]);
    }

    public function bzPopMax($key, $timeout_or_key, ...$extra_args)
    {
        return $this->command(['BZPOPMAX', ...self::flat($key, [$timeout_or_key, ...$extra_args])]);
    }

    public function zRemRangeByScore($key, $min, $max)
    {
        return $this->command(['ZREMRANGEBYSCORE', $key, $min, $max]);
    }

    public function zDeleteRangeByScore($key, $min, $max)
    {
        return $this->command(['ZREMRANGEBYSCORE', $key, $min, $max]);
    }

    public function zRemRangeByRank($key, $min, $max)
    {
        return $this->command(['ZREMRANGEBYRANK', $key, $min, $max]);
    }

    public function zDeleteRangeByRank($key, $start, $end)
    {
        return $this->command(['ZREMRANGEBYRANK', $key, $start, $end]);
    }

    public function zRange($key, $start, $end, $scores = null)
    {
        return $this->range('ZRANGE', $key, $start, $end, ['withscores' => $scores]);
    }

    public function zRevRange($key, $start, $end, $scores = null)
    {
        return $this->range('ZREVRANGE', $key, $start, $end, ['withscores' => $scores]);
    }

    public function zRangeByScore($key, $start, $end, $options = null)
    {
        return $this->range('ZRANGEBYSCORE', $key, $start, $end, $options ?? []);
    }

    public function zRevRangeByScore($key, $start, $end, $options = null)
    {
        return $this->range('ZREVRANGEBYSCORE', $key, $start, $end, $options ?? []);
    }

    public function zRangeByLex($key, $min, $max, $offset = null, $limit = null)
    {
        return $this->lex('ZRANGEBYLEX', $key, $min, $max, $offset, $limit);
    }

    public function zRevRangeByLex($key, $min, $max, $offset = null, $limit = null)
    {
        return $this->lex('ZREVRANGEBYLEX', $key, $min, $max, $offset, $limit);
    }

    public function zinterstore($key, $keys, $weights = null, $aggregate = null)
    {
        return $this->combine('ZINTERSTORE', $key, $keys, $weights, $aggregate);
    }

    public function zInter($key, $keys, $weights = null, $aggregate = null)
    {
        return $this->combine('ZINTERSTORE', $key, $keys, $weights, $aggregate);
    }

    public function zunionstore($key, $keys, $weights = null, $aggregate = null)
    {
        return $this->combine('ZUNIONSTORE', $key, $keys, $weights, $aggregate);
    }

    public function zUnion($key, $keys, $weights = null, $aggregate = null)
    {
        return $this->combine('ZUNIONSTORE', $key, $keys, $weights, $aggregate);
    }

    /** @param mixed $pairs scores with their members; before them, options in an array: 'NX', 'XX', 'CH', 'INCR' */
    public function zAdd($key, ...$pairs)
    {
        $words = ['ZADD', $key, ...(is_array($pairs[0] ?? null) ? array_shift($pairs) : [])];
        foreach ($pairs as $at => $word) {
            $words[] = $at % 2 === 0 ? self::number($word) : $this->pack($word);
        }
        return $this->command($words);
    }

    private function range(string $command, $key, $start, $end, array $options)
    {
        $words = [$command, $key, $start, $end];
        $scores = $options['withscores'] ?? false;
        if ($scores) {
            $words[] = 'WITHSCORES';
        }
        if (isset($options['limit'])) {
            array_push($words, 'LIMIT', ...array_values($options['limit']));
        }
        return $this->command($words, $scores && $this->compatible ? self::scored(...) : null);
    }

    private function lex(string $command, $key, $min, $max, $offset, $limit)
    {
        $limits = $offset === null || $limit === null ? [] : ['LIMIT', $offset, $limit];
        return $this->command([$command, $key, $min, $max, ...$limits]);
    }

    private function combine(string $command, $key, array $keys, ?array $weights, ?string $aggregate)
    {
        $words = [$command, $key, count($keys), ...array_values($keys)];
        if ($weights) {
            array_push($words, 'WEIGHTS', ...array_map(self::number(...), array_values($weights)));
        }
        return $this->command([...$words, ...self::given('AGGREGATE', $aggregate)]);
    }

    private static function scored($reply)
    {
        if (!is_array($reply)) {
            return $reply;
        }
        [$members, $scores] = self::columns($reply);
        return array_combine($members, array_map(floatval(...), $scores));
    }

    private static function given(string $name, $value): array
    {
        return $value === null || $value === '' ? [] : [$name, $value];
    }
}
)PHP"},
{"tern\\internal\\redis\\streams", "tern:/library/Tern/Internal/Redis/Streams.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on streams. */
trait Streams
{
    public function xLen($key)
    {
        return $this->command(['XLEN', $key]);
    }

    public function xRange($key, $start, $end, $count = null)
    {
        return $this->command(['XRANGE', $key, $start, $end, ...self::given('COUNT', $count)]);
    }

    public function xRevRange($key, $start, $end, $count = null)
    {
        return $this->command(['XREVRANGE', $key, $start, $end, ...self::given('COUNT', $count)]);
    }

    public function xDel($key, ...$id)
    {
        return $this->command(['XDEL', $key, ...self::flat(array_shift($id), $id)]);
    }

    public function xAck($key, $group_name, $id)
    {
        return $this->command(['XACK', $key, $group_name, ...(array) $id]);
    }

    public function xGroupCreate($key, $group_name, $id, $mkstream = null)
    {
        return $this->command(['XGROUP', 'CREATE', $key, $group_name, $id, ...($mkstream ? ['MKSTREAM'] : [])]);
    }

    public function xGroupSetId($key, $group_name, $id)
    {
        return $this->command(['XGROUP', 'SETID', $key, $group_name, $id]);
    }

    public function xGroupDestroy($key, $group_name)
    {
        return $this->command(['XGROUP', 'DESTROY', $key, $group_name]);
    }

    public function xGroupCreateConsumer($key, $group_name, $consumer_name)
    {
        return $this->command(['XGROUP', 'CREATECONSUMER', $key, $group_name, $consumer_name]);
    }

    public function xGroupDelConsumer($key, $group_name, $consumer_name)
    {
        return $this->command(['XGROUP', 'DELCONSUMER', $key, $group_name, $consumer_name]);
    }

    public function xInfoConsumers($key, $group_name)
    {
        return $this->command(['XINFO', 'CONSUMERS', $key, $group_name]);
    }

    public function xInfoGroups($key)
    {
        return $this->command(['XINFO', 'GROUPS', $key]);
    }

    public function xInfoStream($key)
    {
        return $this->command(['XINFO', 'STREAM', $key]);
    }

    /** @param array|null $options nomkstream, maxlen or minid (a number, or ['~' or '=', a number]), limit */
    public function xAdd($key, $id, $pairs, $options = null)
    {
        $words = ['XADD', $key, ...self::flags($options, 'nomkstream'), ...self::trimming($options ?? [])];
        return $this->command([...$words, $id, ...$this->pairs($pairs)]);
    }

    /** @param array $options as those of xAdd() */
    public function xTrim($key, $options)
    {
        return $this->command(['XTRIM', $key, ...self::trimming($options)]);
    }

    /** @param array|null $options count, block (milliseconds) */
    public function xRead($streams, $options = null)
    {
        $words = ['XREAD', ...self::settings($options, 'count', 'block'), 'STREAMS'];
        return $this->command([...$words, ...array_keys($streams), ...array_values($streams)]);
    }

    /** @param array|null $options count, block (milliseconds), noack */
    public function xReadGroup($group_name, $consumer_name, $streams, $options = null)
    {
        $words = ['XREADGROUP', 'GROUP', $group_name, $consumer_name, ...self::settings($options, 'count', 'block'),
            ...self::flags($options, 'noack'), 'STREAMS'];
        return $this->command([...$words, ...array_keys($streams), ...array_values($streams)]);
    }

    /** @param array|null $options idle (milliseconds), start, end and count, consumer */
    public function xPending($key, $group_name, $options = null)
    {
        $words = ['XPENDING', $key, $group_name, ...self::settings($options, 'idle')];
        foreach (['start', 'end', 'count', 'consumer'] as $name) {
            array_push($words, ...(isset($options[$name]) ? [$options[$name]] : []));
        }
        return $this->command($words);
    }

    /** @param array|null $options idle, time, retrycount, force, justid */
    public function xClaim($key, $group_name, $consumer_name, $min_idle_time, $id, $options = null)
    {
        $words = ['XCLAIM', $key, $group_name, $consumer_name, $min_idle_time, ...(array) $id];
        $more = [...self::settings($options, 'idle', 'time', 'retrycount'), ...self::flags($options, 'force', 'justid')];
        return $this->command([...$words, ...$more]);
    }

    /** @param array|null $options count, justid */
    public function xAutoClaim($key, $group_name, $consumer_name, $min_idle_time, $start, $options = null)
    {
        $words = ['XAUTOCLAIM', $key, $group_name, $consumer_name, $min_idle_time, $start];
        return $this->command([...$words, ...self::settings($options, 'count'), ...self::flags($options, 'justid')]);
    }

    private static function trimming(array $options): array
    {
        $words = [];
        foreach (['maxlen', 'minid'] as $name) {
            array_push($words, ...(isset($options[$name]) ? [strtoupper($name), ...(array) $options[$name]] : []));
        }
        return [...$words, ...self::settings($options, 'limit')];
    }

    /** The options of these names that are there, each with its name. */
    private static function settings(?array $options, string ...$names): array
    {
        $words = [];
        foreach ($names as $name) {
            array_push($words, ...self::given(strtoupper($name), $options[$name] ?? null));
        }
        return $words;
    }

    /** The names of the options that are on. */
    private static function flags(?array $options, string ...$names): array
    {
        $on = array_filter($names, static fn (string $name) => $options[$name] ?? false);
        return array_map(strtoupper(...), array_values($on));
    }
}
)PHP"},
{"tern\\internal\\redis\\strings", "tern:/library/Tern/Internal/Redis/Strings.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on strings, bits and HyperLogLogs. */
trait Strings
{
    public function get($key)
    {
        return $this->command(['GET', $key]);
    }

    public function mGet($keys)
    {
        return $this->command(['MGET', ...array_values($keys)]);
    }

    public function setEx($key, $expire, $value)
    {
        return $this->command(['SETEX', $key, $expire, $this->pack($value)]);
    }

    public function psetEx($key, $expire, $value)
    {
        return $this->command(['PSETEX', $key, $expire, $this->pack($value)]);
    }

    public function setNx($key, $value)
    {
        return $this->command(['SETNX', $key, $this->pack($value)]);
    }

    public function getSet($key, $value)
    {
        return $this->command(['GETSET', $key, $this->pack($value)]);
    }

    public function mSet($pairs)
    {
        return $this->command(['MSET', ...$this->pairs($pairs)]);
    }

    public function mSetNx($pairs)
    {
        return $this->command(['MSETNX', ...$this->pairs($pairs)]);
    }

    public function append($key, $value)
    {
        return $this->command(['APPEND', $key, $value]);
    }

    public function strLen($key)
    {
        return $this->command(['STRLEN', $key]);
    }

    public function getRange($key, $start, $end)
    {
        return $this->command(['GETRANGE', $key, $start, $end]);
    }

    public function setRange($key, $offset, $value)
    {
        return $this->command(['SETRANGE', $key, $offset, $value]);
    }

    public function incr($key)
    {
        return $this->command(['INCR', $key]);
    }

    public function incrBy($key, $value)
    {
        return $this->command(['INCRBY', $key, $value]);
    }

    public function incrByFloat($key, $value)
    {
        return $this->command(['INCRBYFLOAT', $key, self::number($value)]);
    }

    public function decr($key)
    {
        return $this->command(['DECR', $key]);
    }

    public function decrBy($key, $value)
    {
        return $this->command(['DECRBY', $key, $value]);
    }

    public function getBit($key, $offset)
    {
        return $this->command(['GETBIT', $key, $offset]);
    }

    public function setBit($key, $offset, $value)
    {
        return $this->command(['SETBIT', $key, $offset, (int) $value]);
    }

    public function bitCount($key)
    {
        return $this->command(['BITCOUNT', $key]);
    }

    public function bitOp($operation, $ret_key, $key, ...$other_keys)
    {
        return $this->command(['BITOP', $operation, $ret_key, ...self::flat($key, $other_keys)]);
    }

    public function pfadd($key, $elements)
    {
        return $this->command(['PFADD', $key, ...$this->packed((array) $elements)]);
    }

    public function pfcount($key)
    {
        return $this->command(['PFCOUNT', ...self::flat($key, [])]);
    }

    public function pfmerge($dstkey, $keys)
    {
        return $this->command(['PFMERGE', $dstkey, ...array_values($keys)]);
    }

    /**
     * @param int|array|null $timeout in seconds; or options: 'nx', 'xx', 'keepttl', 'ex' => seconds, 'px' =>
     *     milliseconds
     * @param array|null $opt options as well
     */
    public function set($key, $value, $timeout = null, $opt = null)
    {
        $words = ['SET', $key, $this->pack($value)];
        if (is_int($timeout) || is_float($timeout) || is_string($timeout)) {
            $timeout = $timeout > 0 ? ['EX' => (int) $timeout] : [];
        }
        foreach ([...($timeout ?? []), ...($opt ?? [])] as $name => $option) {
            array_push($words, ...(is_int($name) ? [$option] : [$name, $option]));
        }
        return $this->command($words);
    }

    private function pack($value)
    {
        return $this->setting['serialize'] ? serialize($value) : $value;
    }

    private function packed(array $values): array
    {
        return $this->setting['serialize'] ? array_map(serialize(...), array_values($values)) : array_values($values);
    }

    private function pairs(array $pairs): array
    {
        $words = [];
        foreach ($pairs as $name => $value) {
            array_push($words, $name, $this->pack($value));
        }
        return $words;
    }

    /** With all the digits that a float has. What is no number is 0. */
    private static function number($value): string
    {
        if (is_string($value)) {
            return is_numeric($value) || preg_match('/^[+-]?inf$/i', $value) ? $value : '0';
        }
        return is_float($value) ? var_export($value, true) : (string) (int) $value;
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
