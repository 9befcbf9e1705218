<?php

/** @generate-class-entries */

namespace Swoole {

    /**
     * Rows of fixed columns in memory that processes share, found by keys. It is made before the processes that share it
     * are forked: before Server::start(). It holds as many rows as were asked for, whatever their keys are.
     *
     * Each call is atomic for all processes, and none suspends. Readers never wait for readers. A process that is killed
     * in the middle of a call leaves every row old or new.
     *
     * Keys have 1 to 63 bytes; with others all methods warn and return false. Before create() and after destroy()
     * methods throw an Error, unless they say something else.
     *
     * @implements \Iterator<string, array<string, int|float|string>>
     * @implements \ArrayAccess<string, mixed>
     * @not-serializable
     */
    class Table implements \Iterator, \Countable, \ArrayAccess
    {
        /**
         * A number of 64 bits.
         *
         * @var int
         */
        public const TYPE_INT = 1;
        /**
         * A double.
         *
         * @var int
         */
        public const TYPE_FLOAT = 2;
        /**
         * Up to as many bytes as the column says.
         *
         * @var int
         */
        public const TYPE_STRING = 3;

        /** @var int|null How many rows it holds; null before create(). */
        public $size = null;
        /** @var int|null In bytes; null before create(). */
        public $memorySize = null;

        /**
         * @param int $table_size how many rows it holds: 1 to 1073741824; less than 64 are 64
         * @param float $conflict_proportion for programs that give it; has no effect
         * @throws \ValueError when $table_size is out of range
         */
        public function __construct(int $table_size, float $conflict_proportion = 0.2) {}

        /**
         * Adds a column, before create().
         *
         * @param string $name not empty and no integer; at most 1024 columns
         * @param int $type Table::TYPE_INT, TYPE_FLOAT or TYPE_STRING
         * @param int $size of a string, in bytes: 1 to 1073741824; numbers have 8 bytes in any case
         * @return bool false after a warning: there is a column of this name, the table is created, or an argument is not as above
         * @tentative-return-type
         */
        public function column(string $name, int $type, int $size = 0): bool {}

        /**
         * Takes the memory, which the system fills in only as rows are used.
         *
         * @return bool false after a warning: it is created already, has no columns, or there is not as much memory
         * @tentative-return-type
         */
        public function create(): bool {}

        /**
         * Sets columns of a row, all at once, and makes the row if need be. In a new row what is not given is 0 or "";
         * null sets that, too. Columns that the table lacks are ignored. Values are converted; a string that is too long
         * for its column is cut, with a warning.
         *
         * @phpstan-param array<string, mixed> $value
         * @return bool false after a warning, once: the table is full
         * @tentative-return-type
         */
        public function set(string $key, array $value): bool {}

        /**
         * As set(), if there is no such row.
         *
         * @phpstan-param array<string, mixed> $values
         * @return bool false when there is one, which is not changed; and as for set()
         * @tentative-return-type
         */
        public function add(string $key, array $values): bool {}

        /**
         * As set(), if there is such a row.
         *
         * @phpstan-param array<string, mixed> $values
         * @return bool false when there is none, and none is made
         * @tentative-return-type
         */
        public function update(string $key, array $values): bool {}

        /**
         * As set(), if there is such a row and its columns have the expected values: numbers of the same bits, strings of
         * the same bytes. The expected values are converted as those of set(), but none is cut. Both arrays are converted
         * before the row is looked at.
         *
         * @phpstan-param non-empty-array<string, mixed> $expected
         * @phpstan-param array<string, mixed> $values
         * @return bool false when it has others, or there is none; and after a warning: $expected is empty, or has a
         *     name that is no column
         * @tentative-return-type
         */
        public function cmpset(string $key, array $expected, array $values): bool {}

        /**
         * Deletes the row as cmpset() sets it.
         *
         * @phpstan-param non-empty-array<string, mixed> $expected
         * @tentative-return-type
         */
        public function cmpdel(string $key, array $expected): bool {}

        /**
         * As get(), and deletes the row. With a $field that is no column it stays.
         *
         * @phpstan-return ($field is null ? array<string, int|float|string>|false : string|int|float|false)
         * @tentative-return-type
         */
        public function getdel(string $key, ?string $field = null): array|string|int|float|false {}

        /**
         * @phpstan-return ($field is null ? array<string, int|float|string>|false : string|int|float|false)
         * @param string|null $field one column only
         * @return array|string|int|float|false the columns by their names, or the value of the one; false when there is
         *     no such row or column
         * @tentative-return-type
         */
        public function get(string $key, ?string $field = null): array|string|int|float|false {}

        /**
         * @return bool false when there was no such row
         * @tentative-return-type
         */
        public function del(string $key): bool {}

        /**
         * @return bool false when there was no such row
         * @implementation-alias Swoole\Table::del
         * @tentative-return-type
         */
        public function delete(string $key): bool {}

        /** @tentative-return-type */
        public function exists(string $key): bool {}

        /**
         * @implementation-alias Swoole\Table::exists
         * @tentative-return-type
         */
        public function exist(string $key): bool {}

        /**
         * Adds to a number, which is 0 in a row that it makes if need be. Integers wrap around.
         *
         * @return int|float|false the sum; false after a warning: there is no such column, it is a string, or the table
         *     is full
         * @tentative-return-type
         */
        public function incr(string $key, string $column, int|float $incrby = 1): int|float|false {}

        /**
         * Subtracts; else as incr().
         *
         * @tentative-return-type
         */
        public function decr(string $key, string $column, int|float $incrby = 1): int|float|false {}

        /**
         * How many rows there are; 0 before create() and after destroy().
         *
         * @tentative-return-type
         */
        public function count(): int {}

        /**
         * @return int how many rows it holds
         * @tentative-return-type
         */
        public function getSize(): int {}

        /**
         * @return int how many bytes of address space it has; 0 before create() and after destroy()
         * @tentative-return-type
         */
        public function getMemorySize(): int {}

        /**
         * num: rows; conflict_count: inserts into buckets that had rows, of all times; conflict_max_level: the longest
         * chain that an insert found; insert_count, update_count, delete_count; available_slice_num, total_slice_num:
         * rows that are free, and all.
         *
         * @return array<string, int>|false false before create() and after destroy()
         * @tentative-return-type
         */
        public function stats(): array|false {}

        /**
         * Ends it in all processes: each use throws an Error from now on. The memory is free when all have ended
         * or called this.
         *
         * @tentative-return-type
         */
        public function destroy(): bool {}

        /**
         * Iteration sees every row that is there all the time exactly once, as it is when its turn comes, and those
         * that come or go meanwhile at most once. Other processes continue; a table has one position in each process.
         *
         * @tentative-return-type
         */
        public function rewind(): void {}

        /** @tentative-return-type */
        public function next(): void {}

        /** @tentative-return-type */
        public function current(): mixed {}

        /** @tentative-return-type */
        public function key(): mixed {}

        /** @tentative-return-type */
        public function valid(): bool {}

        /** @tentative-return-type */
        public function offsetExists(mixed $offset): bool {}

        /**
         * @return Table\Row|false
         * @tentative-return-type
         */
        public function offsetGet(mixed $offset): mixed {}

        /**
         * As set().
         *
         * @tentative-return-type
         */
        public function offsetSet(mixed $offset, mixed $value): void {}

        /** @tentative-return-type */
        public function offsetUnset(mixed $offset): void {}
    }
}

namespace Swoole\Table {

    /**
     * A row as it was when $table[$key] was evaluated. Assigning to a column sets it in the table, too.
     *
     * @implements \ArrayAccess<string, mixed>
     * @not-serializable
     */
    class Row implements \ArrayAccess
    {
        /** @var string|null */
        public $key = null;
        /** @var array<string, int|float|string> Empty when there was no such row. */
        public $value = [];
        /** @var \Swoole\Table|null */
        private $table = null;

        /** @tentative-return-type */
        public function offsetExists(mixed $offset): bool {}

        /**
         * Null, after a warning, when there is no such column.
         *
         * @tentative-return-type
         */
        public function offsetGet(mixed $offset): mixed {}

        /**
         * Warns when there is no such column.
         *
         * @tentative-return-type
         */
        public function offsetSet(mixed $offset, mixed $value): void {}

        /**
         * Of this object only: rows have all columns.
         *
         * @tentative-return-type
         */
        public function offsetUnset(mixed $offset): void {}
    }
}
