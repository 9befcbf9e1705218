<?php
// What pool_test.py and tests/soak/pool.php need: connections, and their identities.

function await(callable $condition, string $what = 'a condition', float $seconds = 20): mixed
{
    for ($end = hrtime(true) + $seconds * 1e9; ; usleep(1000)) {
        if ($value = $condition()) {
            return $value;
        }
        hrtime(true) < $end || throw new Error("waited too long for $what");
    }
}

/** One kind of database: how to connect, and to tell one session from another. */
final class Kind
{
    public function __construct(public string $name, private array $at)
    {
    }

    public function connect(): object
    {
        $port = $this->at[$this->server()];
        switch ($this->name) {
            case 'pdo_mysql': return new PDO("mysql:host=127.0.0.1;port=$port;dbname=test;charset=utf8mb4", 'tern', '');
            case 'mysqli':
                $mysqli = new mysqli('127.0.0.1', 'tern', '', 'test', $port);
                $mysqli->set_charset('utf8mb4');
                return $mysqli;
            case 'pdo_pgsql': return new PDO("pgsql:host=127.0.0.1;port=$port;dbname=postgres;user=tern");
            case 'pgsql': return pg_connect("host=127.0.0.1 port=$port dbname=postgres user=tern", PGSQL_CONNECT_FORCE_NEW);
            case 'client_mysql':
                $mysql = new Swoole\Coroutine\MySQL();
                $mysql->connect(['host' => '127.0.0.1', 'port' => $port, 'user' => 'tern', 'password' => '', 'database' => 'test',
                    'charset' => 'utf8mb4']);
                return $mysql;
            case 'client_pgsql':
                $postgres = new Swoole\Coroutine\PostgreSQL();
                $postgres->connect("host=127.0.0.1 port=$port dbname=postgres user=tern");
                return $postgres;
            case 'client_redis':
                $redis = new Swoole\Coroutine\Redis();
                $redis->connect('127.0.0.1', $port);
                $redis->select(2);
                return $redis;
            case 'redis':
                $redis = new Redis();
                $redis->connect('127.0.0.1', $port);
                $redis->select(2);
                return $redis;
        }
    }

    private function server(): string
    {
        return match ($this->name) {
            'pdo_mysql', 'mysqli', 'client_mysql' => 'mariadb',
            'pdo_pgsql', 'pgsql', 'client_pgsql' => 'postgres',
            'redis', 'client_redis' => 'redis',
        };
    }

    /** The first column of the first row. */
    public function ask(object $db, string $query): mixed
    {
        return match ($this->name) {
            'pdo_mysql', 'pdo_pgsql' => $db->query($query)->fetchColumn(),
            'mysqli' => is_bool($result = $db->query($query)) ? null : $result->fetch_row()[0],
            'pgsql' => pg_fetch_row(pg_query($db, $query))[0] ?? null,
            'client_mysql' => is_array($rows = $this->run($db, $query)) ? current($rows[0]) : null,
            'client_pgsql' => $this->run($db, $query)->fetchRow()[0] ?? null,
            'redis' => $db->rawCommand(...explode(' ', $query)),
            'client_redis' => $db->request(explode(' ', $query)),
        };
    }

    private function run(object $db, string $query): mixed
    {
        $result = $db->query($query);
        return $result === false ? throw new RuntimeException($db->error) : $result;
    }

    /** The number that the server has for it. */
    public function id(object $db): string
    {
        return (string) match ($this->server()) {
            'mariadb' => $this->ask($db, 'SELECT CONNECTION_ID()'),
            'postgres' => $this->ask($db, 'SELECT pg_backend_pid()'),
            'redis' => $this->ask($db, 'CLIENT ID'),
        };
    }

    /** Ends a session from another one, and waits until it is gone. */
    public function kill(string $id): void
    {
        $db = $this->connect();
        [$order, $left] = match ($this->server()) {
            'mariadb' => ["KILL CONNECTION $id", "SELECT COUNT(*) FROM information_schema.processlist WHERE id = $id"],
            'postgres' => ["SELECT pg_terminate_backend($id)", "SELECT COUNT(*) FROM pg_stat_activity WHERE pid = $id"],
            'redis' => ["CLIENT KILL ID $id", "CLIENT LIST ID $id"],
        };
        try {
            $this->ask($db, $order);
        } catch (PDOException) {  // an order without rows
        }
        await(fn() => !(int) $this->ask($db, $left), "session $id to end");
    }
}
