<?php
// What coroutines get from functions that give PHP's one connection to whoever asks: own_connections.php SCENARIO PORT.
use Swoole\Coroutine as Co;

$port = (int) $argv[2];
$table = "of_$argv[1]";
Co::set(['hook_flags' => SWOOLE_HOOK_ALL]);

// Runs the bodies at once. Each may wait until all have come to the same place: $meet().
function at_once(callable ...$bodies): array
{
    $results = [];
    $waiting = [];
    $meet = function () use (&$waiting, $bodies) {
        $waiting[] = Co::getCid();
        if (count($waiting) < count($bodies)) {
            return Co::yield();
        }
        foreach (array_diff(array_splice($waiting, 0), [Co::getCid()]) as $id) {
            Co::resume($id);
        }
    };
    $group = new Co\WaitGroup();
    foreach ($bodies as $key => $body) {
        $group->add();
        go(function () use ($key, $body, $meet, $group, &$results) {
            try {
                $results[$key] = $body($meet);
            } catch (Throwable $e) {
                $results[$key] = get_class($e) . ': ' . $e->getMessage();
            }
            $group->done();
        });
    }
    $group->wait();
    ksort($results);
    return $results;
}

function pg(int $port, string $database = 'postgres'): string
{
    return "host=127.0.0.1 port=$port user=tern dbname=$database";
}

function pid(mixed $link): int
{
    return (int) pg_fetch_result(pg_query($link, 'SELECT pg_backend_pid()'), 0, 0);
}

// In a transaction while another one rolls back.
function two_transactions(callable $open, callable $run): array
{
    return at_once(
        function ($meet) use ($open, $run) {
            $db = $open();
            $run($db, 'BEGIN');
            $meet();
            $run($db, "INSERT INTO {$GLOBALS['table']} VALUES ('kept')");
            $meet();
            $run($db, 'COMMIT');
        },
        function ($meet) use ($open, $run) {
            $db = $open();
            $run($db, 'BEGIN');
            $meet();
            $run($db, "INSERT INTO {$GLOBALS['table']} VALUES ('lost')");
            $run($db, 'ROLLBACK');
            $meet();
        },
    );
}

function persistent_pdo(string $dsn, string $id): void
{
    $open = fn() => new PDO($dsn, 'tern', '', [PDO::ATTR_PERSISTENT => true]);
    $open()->exec("CREATE TABLE {$GLOBALS['table']} (name VARCHAR(9))");
    two_transactions($open, fn($db, $sql) => $db->exec($sql));
    echo 'rows: ', json_encode($open()->query("SELECT name FROM {$GLOBALS['table']}")->fetchAll(PDO::FETCH_COLUMN)), "\n";
    $body = function ($meet) use ($open, $id) {
        $db = $open();
        $found = (int) $db->query($id)->fetchColumn();
        $meet();
        $same = (int) $open()->query($id)->fetchColumn() === $found;
        $db->beginTransaction();
        return [$found, $same];
    };
    $first = at_once(...array_fill(0, 8, $body));
    $second = at_once(...array_fill(0, 8, $body));
    $ids = array_column($first, 0);
    echo 'connections at once: ', count(array_unique($ids)), ', second object has the same: ', json_encode(array_unique(array_column($first, 1))), "\n";
    echo 'used again: ', count(array_intersect($ids, array_column($second, 0))), "\n";
    $more = at_once(...array_fill(0, 70, function ($meet) use ($open, $id) {
        $db = $open();
        $found = (int) $db->query($id)->fetchColumn();
        $meet();
        return $found;
    }));
    $after = at_once(...array_fill(0, 64, function ($meet) use ($open, $id) {
        $db = $open();
        $found = (int) $db->query($id)->fetchColumn();
        $meet();
        return $found;
    }));
    echo 'beyond the limit: ', count(array_unique($more)), ', kept: ', count(array_intersect($more, $after)), "\n";
}

$scenarios = [
    'default_link' => function ($port) {
        $body = fn($database) => function ($meet) use ($port, $database) {
            $database === null || pg_connect(pg($port, $database));
            $meet();
            return @pg_fetch_result(pg_query('SELECT current_database()'), 0, 0);
        };
        echo json_encode(at_once($body('postgres'), $body('template1'), $body(null))), "\n";
    },
    'equal_strings' => function ($port) {
        $pids = at_once(...array_fill(0, 3, function ($meet) use ($port) {
            $link = pg_connect(pg($port));
            $found = pid($link);
            $meet();
            $again = pg_connect(pg($port));
            $new = pg_connect(pg($port), PGSQL_CONNECT_FORCE_NEW);
            return [$found, $again === $link, pid($new) !== $found];
        }));
        echo count(array_unique(array_column($pids, 0))), ' backends ', json_encode(array_unique(array_column($pids, 1))),
        json_encode(array_unique(array_column($pids, 2))), "\n";
        pg_query(pg_connect(pg($port)), "CREATE TABLE {$GLOBALS['table']} (name VARCHAR(9))");
        two_transactions(fn() => pg_connect(pg($port)), pg_query(...));
        echo json_encode(pg_fetch_all_columns(pg_query(pg_connect(pg($port)), "SELECT name FROM {$GLOBALS['table']}"))), "\n";
    },
    'pg_pconnect' => function ($port) {
        $body = function ($meet) use ($port) {
            $link = pg_pconnect(pg($port));
            $found = pid($link);
            pg_query($link, 'BEGIN');
            pg_query($link, 'CREATE TABLE left_open (id INT)');
            pg_query($link, 'ROLLBACK');
            $meet();
            pg_query($link, 'BEGIN');
            return $found;
        };
        $first = at_once(...array_fill(0, 4, $body));
        // What a coroutine left open is rolled back at its end, after it has told the others that it is done.
        $states = at_once(function () use ($port) {
            $link = pg_connect(pg($port));
            $states = "SELECT DISTINCT state FROM pg_stat_activity WHERE usename = 'tern' AND state IS NOT NULL AND pid <> pg_backend_pid()";
            for ($look = 0, $found = null; $found !== ['idle'] && $look < 5000; ++$look) {
                $found = pg_fetch_all_columns(pg_query($link, $states));
            }
            return $found;
        });
        $second = at_once(...array_fill(0, 4, $body));
        echo count(array_unique($first)), ' backends, used again: ', count(array_intersect($first, $second)), ', ', json_encode($states[0]), "\n";
    },
    'pdo_pgsql' => fn($port) => persistent_pdo("pgsql:host=127.0.0.1;port=$port;dbname=postgres", 'SELECT pg_backend_pid()'),
    'pdo_mysql' => fn($port) => persistent_pdo("mysql:host=127.0.0.1;port=$port;dbname=test", 'SELECT CONNECTION_ID()'),
    'mysqli' => function ($port) {
        $ids = at_once(...array_fill(0, 4, function ($meet) use ($port) {
            $db = new mysqli('p:127.0.0.1', 'tern', '', 'test', $port);
            $found = (int) $db->query('SELECT CONNECTION_ID()')->fetch_row()[0];
            $meet();
            return $found;
        }));
        echo count(array_unique($ids)), "\n";
    },
    'memcached' => function ($port) {
        $body = fn($name) => function ($meet) use ($port, $name) {
            $cache = new Memcached('same');
            $cache->getServerList() || $cache->addServer('127.0.0.1', $port);
            $cache->set($name, $name);
            $meet();
            return [$cache->get($name), $cache->isPersistent()];
        };
        echo json_encode(at_once($body('a'), $body('b'))), json_encode(at_once($body('a'), $body('b'))), "\n";
    },
    'pfsockopen' => function ($port) {
        $body = function ($meet) use ($port) {
            $socket = pfsockopen('127.0.0.1', $port);
            $meet();
            fwrite($socket, "version\r\n");
            $line = fgets($socket);
            return [str_starts_with($line, 'VERSION'), stream_socket_get_name($socket, false)];
        };
        $found = at_once($body, $body);
        echo json_encode(array_column($found, 0)), count(array_unique(array_column($found, 1))), "\n";
    },
    'redis' => function ($port) {
        $ids = at_once(...array_fill(0, 4, function ($meet) use ($port) {
            $redis = new Redis();
            $redis->pconnect('127.0.0.1', $port);
            $found = $redis->rawCommand('CLIENT', 'ID');
            $meet();
            return $found;
        }));
        echo count(array_unique($ids)), "\n";
    },
];
Co\run(fn() => $scenarios[$argv[1]]($port));
