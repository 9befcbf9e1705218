<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use PgSql\Result;
use ReflectionClass;
use Tern\Internal\Client\PostgreSQL\Answer;
use Tern\Internal\Client\PostgreSQL\LargeObject;
use Tern\Internal\Client\PostgreSQL\Link;
use function in_array;
use function is_bool;
use function is_resource;
use function is_string;

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
    /** @var array<string, string|null>|null */
    public $resultDiag;
    /** @var list<string>|null */
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
            $this->link->unused((string) $this->name);
        }
    }

    /**
     * Suspends.
     *
     * @param array<mixed> $params in the order of $1, $2...; of streams, their content
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

    /** @return list<array<int|string, mixed>>|false all rows */
    public function fetchAll(int $result_type = SW_PGSQL_ASSOC)
    {
        if ($this->result === null) {
            return false;
        }
        /** @var list<list<string|null>> $rows */
        $rows = pg_fetch_all($this->result, PGSQL_NUM);
        return array_map(fn(array $row) => $this->shaped($row, $result_type), $rows);
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

    /**
     * @param class-string|null $class_name
     * @param array<mixed> $ctor_params
     * @return object|false a row, as an object of a class whose constructor is called behind that
     */
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

    /** @return array<int|string, mixed>|false a row by the names of its columns */
    public function fetchAssoc(?int $row = null, int $result_type = SW_PGSQL_ASSOC)
    {
        return $this->row($row, $result_type);
    }

    /** @return array<int|string, mixed>|false a row by the numbers and by the names of its columns */
    public function fetchArray(?int $row = null, int $result_type = SW_PGSQL_BOTH)
    {
        return $this->row($row, $result_type);
    }

    /** @return array<int|string, mixed>|false a row by the numbers of its columns */
    public function fetchRow(?int $row = null, int $result_type = SW_PGSQL_NUM)
    {
        return $this->row($row, $result_type);
    }

    /** @return array<int|string, mixed>|false */
    private function row(?int $number, int $type): array|false
    {
        $number ??= $this->next;
        if ($this->result === null || $number < 0 || $number >= $this->numRows()) {
            return false;
        }
        $this->next = $number + 1;
        $row = pg_fetch_row($this->result, $number);
        return $row === false ? false : $this->shaped($row, $type);
    }

    /**
     * @param array<int|string, string|null> $row
     * @return array<int|string, mixed>
     */
    private function shaped(array $row, int $type): array
    {
        foreach ($this->types as $column => $convert) {
            $text = $row[$column];
            if (is_string($text)) {
                $row[$column] = $convert($text);
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
        if ($result === null) {
            return;
        }
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
            $type === self::BOOLEAN => static fn(string $value) => $value === 't',
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
