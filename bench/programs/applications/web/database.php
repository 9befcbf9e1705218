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
            getenv('BENCH_USER'),
            getenv('BENCH_PASSWORD'),
            getenv('BENCH_DATABASE'),
            (int) getenv('BENCH_PORT'),
        );
    }

    public function rows(string $sql): array
    {
        $statement = $this->mysql->prepare($sql);
        $statement->execute();
        return $statement->get_result()->fetch_all(MYSQLI_ASSOC);
    }
}

function with_connection(callable $use): mixed
{
    static $connection = null;  // outlives the request where the process does
    return $use($connection ??= new Connection('p:'));
}

function cached_rows(): array
{
    static $shared = null, $rows = null;
    if ($shared ??= function_exists('apcu_enabled') && apcu_enabled()) {
        $found = apcu_fetch('rows');
        if ($found === false) {
            apcu_store('rows', $found = with_connection(fn($connection) => $connection->rows(QUERY)));
        }
        return $found;
    }
    return $rows ??= with_connection(fn($connection) => $connection->rows(QUERY));
}

/** The cached result after it was asked for $times times. */
function read_often(int $times): array
{
    for ($i = 1; $i < $times; ++$i) {
        cached_rows();
    }
    return cached_rows();
}
