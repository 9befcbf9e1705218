<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Error;
use PgSql\Connection;
use Tern\Internal\Client\PostgreSQL\Answer;
use Tern\Internal\Client\PostgreSQL\LargeObject;
use Tern\Internal\Client\PostgreSQL\Link;
use Tern\Internal\NotSerializable;
use function extension_loaded;

/**
 * A client of PostgreSQL. Calls suspend until the server has answered, whatever the hooks are, and return false when
 * they failed: error tells why. One coroutine may use an object at a time: another one gets an Error. Results are
 * objects with methods of their own, as since 5.0, and those of 4.x are here, which take them as their first argument.
 */
#[NotSerializable]
class PostgreSQL
{
    /** @var string|null */
    public $error;
    /** @var int errno of a connection that failed, ETIMEDOUT for example */
    public $errCode = 0;
    /** @var int PGSQL_TUPLES_OK and so on */
    public $resultStatus = 0;
    /** @var array<string, string|null>|null severity, sqlstate, message_primary and other fields of the last error */
    public $resultDiag;
    /** @var list<string>|null what the server remarked */
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
        if (isset($this->link)) {  // @phpstan-ignore isset.initializedProperty (the constructor may have thrown)
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
        $options = (string) preg_replace('/\s*;\s*(?=\w+\s*=|$)/', ' ', $conninfo);
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
     * @param array<mixed> $params
     * @return PostgreSQLStatement|false with the result
     */
    public function execute(string $name, array $params = [])
    {
        $statement = new PostgreSQLStatement($this, $this->link, $name);
        return $statement->execute($params) ? $statement : false;
    }

    /**
     * @return list<array<int|string, mixed>>|false
     * @see PostgreSQLStatement::fetchAll()
     */
    public function fetchAll(PostgreSQLStatement $result, int $result_type = SW_PGSQL_ASSOC)
    {
        return $result->fetchAll($result_type);
    }

    /**
     * @param class-string|null $class_name
     * @param array<mixed> $ctor_params
     * @return object|false
     * @see PostgreSQLStatement::fetchObject()
     */
    public function fetchObject(
        PostgreSQLStatement $result,
        ?int $row = null,
        ?string $class_name = null,
        array $ctor_params = [],
    ) {
        return $result->fetchObject($row, $class_name, $ctor_params);
    }

    /**
     * @return array<int|string, mixed>|false
     * @see PostgreSQLStatement::fetchAssoc()
     */
    public function fetchAssoc(PostgreSQLStatement $result, ?int $row = null, int $result_type = SW_PGSQL_ASSOC)
    {
        return $result->fetchAssoc($row, $result_type);
    }

    /**
     * @return array<int|string, mixed>|false
     * @see PostgreSQLStatement::fetchArray()
     */
    public function fetchArray(PostgreSQLStatement $result, ?int $row = null, int $result_type = SW_PGSQL_BOTH)
    {
        return $result->fetchArray($row, $result_type);
    }

    /**
     * @return array<int|string, mixed>|false
     * @see PostgreSQLStatement::fetchRow()
     */
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

    /** @return array<mixed>|false the columns of a table by their names */
    public function metaData(string $table_name)
    {
        return $this->call(fn(Connection $connection) => @pg_meta_data($connection, $table_name));
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

    /** @return int|string|false the number of a new large object; only in a transaction */
    public function createLOB()
    {
        return $this->call(fn(Connection $connection) => @pg_lo_create($connection));
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

    /**
     * @template T
     * @param callable(Connection): T $function
     * @return T|false
     */
    private function call(callable $function): mixed
    {
        $connection = $this->link->connection();
        $value = false;
        $this->noted($connection === null ? new Answer(null, 'not connected') : $this->link->using(
            function () use ($function, $connection, &$value) {
                $value = $function($connection);
                return new Answer(null, $value === false ? pg_last_error($connection) : null);
            },
        ));
        return $value;
    }
}
