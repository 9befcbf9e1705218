<?php
// A connection, a pool in each worker, and a result that a worker keeps.
const QUERY = 'SELECT * FROM test1';
const PAUSE = 'SELECT SLEEP(0.01)';

/** @mixin Swoole\Coroutine\MySQL */
final class Connection
{
    private ?Swoole\Coroutine\MySQL $mysql = null;

    private function connect(): void
    {
        $this->mysql = new Swoole\Coroutine\MySQL();
        $connected = $this->mysql->connect(['host' => getenv('BENCH_HOST'), 'port' => (int) getenv('BENCH_PORT'),
            'user' => getenv('BENCH_USER'), 'password' => getenv('BENCH_PASSWORD'), 'database' => getenv('BENCH_DATABASE')]);
        if (!$connected) {
            throw new RuntimeException($this->mysql->connect_error);
        }
    }

    /** @param array<mixed> $arguments */
    public function __call(string $name, array $arguments): mixed
    {
        return $this->mysql->$name(...$arguments);
    }

    public function __get(string $name): mixed
    {
        return $this->mysql->$name;
    }

    /**
     * Connects where it has to: a query that was not waited for, as its client left, ends the connection.
     *
     * @return array<mixed>
     */
    public function rows(string $sql): array
    {
        try {
            if ($this->mysql === null) {
                $this->connect();
            }
            $statement = $this->prepare($sql);
            $rows = $statement instanceof Swoole\Coroutine\MySQL\Statement ? $statement->execute() : false;
            return is_array($rows) ? $rows : throw new RuntimeException((string) $this->mysql?->error);
        } catch (Throwable $thrown) {
            $this->mysql = null;
            throw $thrown;
        }
    }
}

/**
 * Calls $use with a connection that nobody else has.
 *
 * @template T
 * @param callable(Connection): T $use
 * @return T
 */
function with_connection(callable $use): mixed
{
    /** @var ?Swoole\Coroutine\Channel $free */
    static $free = null;
    if ($free === null) {
        $size = (int) getenv('BENCH_POOL');
        $free = new Swoole\Coroutine\Channel($size);
        for ($i = 0; $i < $size; ++$i) {
            $free->push(new Connection());
        }
    }
    /** @var Connection $connection */
    $connection = $free->pop();
    try {
        return $use($connection);
    } finally {
        $free->push($connection);
    }
}

/** @return array<mixed> */
function cached_rows(): array
{
    /** @var ?array<mixed> $rows */
    static $rows = null;
    return $rows ??= with_connection(fn($connection) => $connection->rows(QUERY));
}

/**
 * The cached result after it was asked for $times times.
 *
 * @return array<mixed>
 */
function read_often(int $times): array
{
    for ($i = 1; $i < $times; ++$i) {
        cached_rows();
    }
    return cached_rows();
}
