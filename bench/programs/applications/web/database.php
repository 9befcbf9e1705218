<?php
// As ../database.php where a process has one request at a time: the pool is a persistent connection, APCu keeps the
// result.
const QUERY = 'SELECT * FROM test1';
const PAUSE = 'SELECT SLEEP(0.01)';

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

final class Connection
{
    private mysqli $mysql;

    public function __construct(string $prefix = '')
    {
        $this->mysql = new mysqli(
            $prefix . getenv('BENCH_HOST'),
            getenv('BENCH_USER') ?: null,
            getenv('BENCH_PASSWORD') ?: null,
            getenv('BENCH_DATABASE') ?: null,
            (int) getenv('BENCH_PORT'),
        );
    }

    /** @return list<mixed[]> */
    public function rows(string $sql): array
    {
        $statement = $this->mysql->prepare($sql);
        $result = $statement !== false && $statement->execute() ? $statement->get_result() : false;
        return $result !== false ? $result->fetch_all(MYSQLI_ASSOC) : throw new RuntimeException($this->mysql->error);
    }
}

/**
 * @template T
 * @param callable(Connection): T $use
 * @return T
 */
function with_connection(callable $use): mixed
{
    /** @var ?Connection $connection */
    static $connection = null;  // outlives the request where the process does
    return $use($connection ??= new Connection('p:'));
}

/** @return list<mixed[]> */
function cached_rows(): array
{
    static $shared = null;
    /** @var ?list<mixed[]> $rows */
    static $rows = null;
    if ($shared ??= function_exists('apcu_enabled') && apcu_enabled()) {
        /** @var list<mixed[]>|false $found */
        $found = apcu_fetch('rows');
        if ($found === false) {
            apcu_store('rows', $found = with_connection(fn($connection) => $connection->rows(QUERY)));
        }
        return $found;
    }
    return $rows ??= with_connection(fn($connection) => $connection->rows(QUERY));
}

/**
 * The cached result after it was asked for $times times.
 *
 * @return list<mixed[]>
 */
function read_often(int $times): array
{
    for ($i = 1; $i < $times; ++$i) {
        cached_rows();
    }
    return cached_rows();
}
