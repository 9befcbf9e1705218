<?php
// pool_scenarios.php: what pool_test.py and pool_server_test.py run with a kind of database and a pool of its connections. The
// test gives the name of a function below.
use Swoole\Coroutine;
use Swoole\Database;
use Tern\Pool;

require __DIR__ . '/../support/server.php';
require __DIR__ . '/../support/mysql.php';
require __DIR__ . '/pool.php';

// One connection, two borrowers: what the second sees of what the first did to it.
function clean(Kind $kind, Pool $pool): void
{
    $dirty = code('dirty');
    $look = code('look');
    $first = $pool->use(function ($db) use ($kind, $dirty) {
        $id = $kind->id($db);
        $dirty($db, $kind);
        return $id;
    });
    $pool->use(function ($db) use ($kind, $first, $look) {
        $same = $kind->id($db) === $first ? 'same' : 'another';
        echo "$same: ", json_encode($look($db, $kind)), "\n";
    });
}

// A line that the test gives, as a function.
function code(string $name): Closure
{
    return eval('return function ($db, $kind) { ' . given($name) . ' };');
}

function client_out_of_step(Kind $kind, Pool $pool): void
{
    $dirty = code('dirty');
    $pool->use(fn($db) => $dirty($db, $kind));
    echo $pool->use(fn($db) => $db->ping()), ' ', json_encode($pool->stats()['closed']);
}

function client_that_cannot_connect(Kind $kind): void
{
    $nowhere = new Kind($kind->name, ['mariadb' => 1, 'postgres' => 1, 'redis' => 1]);
    $pool = new Pool($nowhere->connect(...), timeout: 0.05);
    try {
        $pool->get();
    } catch (Throwable $e) {
        echo $pool->stats()['size'], json_encode(Tern\Database::isConnectionLost($e));
    }
}

function pdo_attributes(Kind $kind, Pool $pool): void
{
    $changed = [PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT, PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_NUM,
        PDO::ATTR_EMULATE_PREPARES => true, PDO::ATTR_STRINGIFY_FETCHES => true];
    $first = $pool->use(function (PDO $db) use ($kind, $changed) {
        $id = $kind->id($db);
        foreach ($changed as $name => $value) {
            $db->setAttribute($name, $value);
        }
        return $id;
    });
    $pool->use(function (PDO $db) use ($kind, $first, $changed) {
        $same = $kind->id($db) === $first ? 'same' : 'another';
        echo "$same: ", json_encode(array_map($db->getAttribute(...), array_keys($changed))), "\n";
    });
}

function init_command_and_setup(Kind $kind): void
{
    $connect = fn() => new PDO(
        'mysql:host=127.0.0.1;port=' . given('port'),
        'tern',
        '',
        [mysql_attribute('INIT_COMMAND') => 'SET @init = 1', PDO::ATTR_AUTOCOMMIT => 0],
    );
    $pool = new Pool($connect, size: 1, setup: fn(PDO $db) => $db->exec('SET @setup = 2'));
    for ($i = 0; $i < 2; ++$i) {
        echo $pool->use(function ($db) {
            $row = $db->query('SELECT @init, @setup, @mine, @@autocommit')->fetch(PDO::FETCH_NUM);
            $db->exec('SET @init = 7, @setup = 7, @mine = 7');
            return implode(' ', array_map(json_encode(...), array_map(intval(...), $row)));
        }), "\n";
    }
    echo $pool->stats()['created'], "\n";
}

// One session of a user with a password, two borrowers.
function password(Kind $kind): void
{
    $port = given('port');
    $pool = new Pool(match ($kind->name) {
        'pdo_mysql' => fn() => new PDO("mysql:host=127.0.0.1;port=$port;dbname=test", 'guarded', 'secret'),
        'mysqli' => fn() => new mysqli('127.0.0.1', 'guarded', 'secret', 'test', $port),
        'client_mysql' => function () use ($port) {
            $mysql = new Coroutine\MySQL();
            $mysql->connect(['host' => '127.0.0.1', 'port' => $port, 'user' => 'guarded', 'password' => 'secret', 'database' => 'test']);
            return $mysql;
        },
    }, size: 1);
    $first = $pool->use(function ($db) use ($kind) {
        $kind->ask($db, 'SELECT @mine := 7');
        return $kind->id($db);
    });
    $pool->use(function ($db) use ($kind, $first) {
        echo json_encode([$kind->id($db) === $first, $kind->ask($db, 'SELECT @mine'), $kind->ask($db, 'SELECT DATABASE()')]);
    });
    echo json_encode($pool->stats()['closed']);
}

function at_once(Kind $kind, Pool $pool): void
{
    $other = $kind->connect();
    $other->exec('CREATE OR REPLACE TABLE o (n INT) ENGINE=InnoDB');
    $other->exec('INSERT INTO o VALUES (1)');
    $pool->use(fn($db) => $db->beginTransaction() && $db->exec('UPDATE o SET n = 2'));
    $other->exec('UPDATE o SET n = n + 5');
    echo $other->query('SELECT n FROM o')->fetchColumn(), "\n";
}

function statement_that_is_left(Kind $kind, Pool $pool): void
{
    $borrow = function () use ($pool) {
        $db = $pool->get();
        $db->beginTransaction();
        $statement = $db->prepare('SELECT 1');
        $statement->execute();
        $pool->put($db);
        await(fn() => $pool->stats()['waiting'] > 0, 'one that waits');
        return $statement->fetchColumn();
    };
    $channel = new Coroutine\Channel(1);
    go(fn() => $channel->push($borrow()));
    $pool->use(function ($db) {
        $db->beginTransaction();
        echo $db->query('SELECT 2')->fetchColumn(), "\n";
    });
    echo $channel->pop(), json_encode($pool->stats()['closed']), "\n";
}

function statement_that_is_left_and_all_is_canceled(Kind $kind, Pool $pool): void
{
    $db = $pool->get();
    $statement = $db->prepare('SELECT 1');
    $pool->put($db);
    foreach (Coroutine::list() as $cid) {
        $cid === Coroutine::getCid() || Coroutine::cancel($cid, true);
    }
    echo $pool->use(fn($db) => $db->query('SELECT 2')->fetchColumn()), json_encode($pool->stats()['closed']), "\n";
}

function unknown_class(): void
{
    $pool = new Pool(fn() => new ArrayObject(), name: 'odd');
    try {
        $pool->get();
    } catch (Tern\PoolException $e) {
        echo $e->getMessage(), "\n";
    }
    echo $pool->stats()['size'], "\n";
    $pool = new Pool(fn() => new ArrayObject(), size: 1, reset: function ($it) {
        $it->exchangeArray([]);
    });
    $pool->use(fn($it) => $it['x'] = 1);
    echo $pool->use(fn($it) => count($it)), $pool->stats()['created'], "\n";
}

function replaced(Kind $kind, Pool $pool): void
{
    $first = $pool->use($kind->id(...));
    await(fn() => $pool->stats()['idle'] === 1);
    $kind->kill($first);
    $second = $pool->use($kind->id(...));
    echo $first === $second ? 'the same' : 'another', ' ', json_encode($pool->stats()['closed']), "\n";
}

// The test stops the server and starts it again when it has read the lines.
function restarted(Kind $kind): void
{
    $pool = new Pool($kind->connect(...), size: 2, timeout: 30);
    $busy = $pool->get();
    $pool->use($kind->id(...));
    echo "ready\n";
    fgets(STDIN);
    try {
        $kind->id($busy);
    } catch (Throwable $e) {
        echo Tern\Database::isConnectionLost($e) ? 'lost' : $e->getMessage(), "\n";
        unset($e);  // its trace may hold the connection
    }
    $pool->put($busy);
    echo $pool->use($kind->id(...)) > 0 ? 'goes on' : '', "\n";
    echo array_sum($pool->stats()['closed']), "\n";
}

function killed_at_work(Kind $kind, Pool $pool): void
{
    $work = code('work');
    $started = new Coroutine\Channel(1);
    $ended = new Coroutine\Channel(1);
    go(function () use ($pool, $kind, $started, $ended, $work) {
        try {
            $pool->use(function ($db) use ($kind, $started, $work) {
                $started->push($kind->id($db));
                $work($db, $kind);
            });
            $ended->push('nothing happened');
        } catch (Throwable $e) {
            $ended->push(Tern\Database::isConnectionLost($e) ? 'lost' : $e->getMessage());
        }
    });
    $kind->kill($started->pop());
    echo $ended->pop(), ' ';
    $pool->use($kind->id(...));
    $stats = $pool->stats();
    echo $stats['created'], ' ', array_sum($stats['closed']), ' ', $stats['size'], "\n";
}

// A query that was cancelled: its answer never reaches the next borrower.
function cut(Kind $kind, Pool $pool): void
{
    $started = new Coroutine\Channel(1);
    $victim = go(function () use ($pool, $kind, $started) {
        try {
            $pool->use(function ($db) use ($kind, $started) {
                $started->push($kind->id($db));
                @$kind->ask($db, given('sleep'));
            });
        } catch (Throwable) {
            echo "canceled\n";
        }
    });
    $started->pop();
    await(fn() => Coroutine::cancel($victim, given('throws')));
    echo $pool->use(fn($db) => $kind->ask($db, 'SELECT 42')), "\n";
    echo array_sum($pool->stats()['closed']), "\n";
}

function early_sessions(Kind $kind, Pool $pool): void
{
    echo $pool->use(fn($db) => $db->query("SELECT GROUP_CONCAT(id ORDER BY id) FROM information_schema.processlist
        WHERE user = 'early'")->fetchColumn());
}

function deadlock(Kind $kind): void
{
    $pool = new Pool($kind->connect(...), size: 2);
    $pool->use(function ($db) {
        $db->exec('DROP TABLE IF EXISTS d');
        $db->exec('CREATE TABLE d (id INT PRIMARY KEY, n INT)');
        $db->exec('INSERT INTO d VALUES (1, 0), (2, 0)');
    });
    $attempts = 0;
    $met = new Coroutine\WaitGroup(2);
    $work = function (int $first, int $second) use ($met, &$attempts) {
        return function ($db) use ($first, $second, $met, &$attempts) {
            ++$attempts;
            $db->exec("UPDATE d SET n = n + 1 WHERE id = $first");
            if ($met->count() > 0) {
                $met->done();
                $met->wait();
            }
            $db->exec("UPDATE d SET n = n + 1 WHERE id = $second");
            return 'done';
        };
    };
    echo json_encode(Coroutine\batch([fn() => Tern\Database::transaction($pool, $work(1, 2)),
        fn() => Tern\Database::transaction($pool, $work(2, 1))])), $attempts, "\n";
    echo $pool->use(fn($db) => $db->query('SELECT SUM(n) FROM d')->fetchColumn()), "\n";
}

function lost_transactions(Kind $kind, Pool $pool): void
{
    $pool->use(fn($db) => $db->exec('DROP TABLE IF EXISTS r') + $db->exec('CREATE TABLE r (n INT)'));
    $run = function (string $name, callable $work) use ($pool) {
        $attempts = 0;
        try {
            Tern\Database::transaction($pool, function ($db) use ($work, &$attempts) {
                $db->exec('INSERT INTO r VALUES (1)');
                return $work($db, ++$attempts);
            });
            echo "$name: $attempts\n";
        } catch (Throwable $e) {
            $text = Tern\Database::isConnectionLost($e) ? 'lost' : substr($e->getMessage(), 0, 33);
            echo "$name: $attempts, $text\n";
        }
    };
    $kill = fn($db) => $kind->kill($kind->id($db));
    $run('plain', fn() => null);
    $run('lost once', fn($db, $attempt) => $attempt > 1 || ($kill($db) || $db->exec('SELECT 1')));
    $run('lost at the end', fn($db, $attempt) => $kill($db));
    $run('always lost', fn($db) => $kill($db) || $db->exec('SELECT 1'));
    $run('committed', fn($db) => $db->commit());
    if ($kind->name === 'pdo_mysql') {  // the client of PostgreSQL does not know any more what was committed
        $run('committed and lost', fn($db) => $db->commit() && $kill($db) || $db->exec('SELECT 1'));
    }
    $run('thrown', fn($db) => throw new Exception('own'));
    echo $pool->use(fn($db) => $db->query('SELECT COUNT(*) FROM r')->fetchColumn()), "\n";
}

// Until the database has noticed that those of the test have ended.
function await_end_of_sessions(Kind $kind, Pool $pool): void
{
    $pool->use(fn($db) => await(fn() => !(int) $kind->ask($db, 'SELECT COUNT(*) FROM information_schema.processlist WHERE id IN ('
        . implode(', ', given('sessions')) . ')')));
}

// The pools that programs know: Swoole\Database.

function published_pdo(Kind $kind): void
{
    $config = (new Database\PDOConfig())->withDriver(given('driver'))->withHost('127.0.0.1')->withPort(given('port'))
        ->withDbname(given('database'))->withUsername('tern')->withPassword('');
    $pool = new Database\PDOPool($config, 2);
    $db = $pool->get();
    echo get_debug_type($db), "\n";
    $db->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_NUM);
    $statement = $db->prepare('SELECT ? + 1');
    $value = 1;
    $statement->bindValue(1, 0);
    $statement->bindParam(1, $value, PDO::PARAM_INT);
    $statement->bindColumn(1, $column);
    $statement->setFetchMode(PDO::FETCH_NUM);
    $kill = fn() => $kind->kill($kind->id($db));
    $kill();
    $value = 4;
    $statement->execute();
    echo json_encode(array_map(intval(...), $statement->fetch())), $db->getRound(), "\n";
    $kill();
    echo count($db->query('SELECT 7, 8')->fetch()), $db->getRound(), "\n";
    $db->beginTransaction();
    $kill();
    foreach ([1, 2] as $_) {
        try {
            echo count($db->query('SELECT 7')->fetch()), $db->getRound(), "\n";
        } catch (PDOException $e) {
            echo Database\DetectsLostConnections::causedByLostConnection($e) ? 'lost' : $e->getMessage(), "\n";
        }
    }
    try {
        $db->query('nonsense');
    } catch (PDOException $e) {
        echo "error ", $db->getRound(), "\n";
    }
    foreach ($db->query('SELECT 3') as $row) {
        echo $row[0], "\n";
    }
    $pool->put($db);
    echo $pool->get() === $db ? 'same' : 'another', "\n";
    $left = WeakReference::create($statement);
    unset($statement);
    echo $left->get() === null ? 'freed' : 'left', "\n";
}

function published_mysqli(Kind $kind): void
{
    $config = (new Database\MysqliConfig())->withPort(given('port'))->withUsername('tern')->withPassword('');
    foreach ([MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT, MYSQLI_REPORT_OFF] as $mode) {
        mysqli_report($mode);
        $pool = new Database\MysqliPool($config, 2);
        $db = $pool->get();
        $statement = $db->prepare('SELECT ? + 1');
        $value = 1;
        $statement->bind_param('i', $value);
        $kill = fn() => $kind->kill($kind->id($db));
        $kill();
        $value = 4;
        @$statement->execute();
        $statement->bind_result($answer);
        $statement->fetch();
        echo $answer, $db->getRound(), ' ';
        $statement->close();
        $left = WeakReference::create($statement);
        unset($statement);
        echo $left->get() === null ? 'freed ' : 'left ';
        $kill();
        echo @$db->query('SELECT 7')->fetch_row()[0], $db->getRound(), ' ';
        $db->begin_transaction();
        $kill();
        try {
            echo json_encode(@$db->query('SELECT 7'));
        } catch (mysqli_sql_exception) {
            echo 'lost';
        }
        echo $db->query('SELECT 7')->fetch_row()[0], $db->getRound(), "\n";
    }
}

function published_redis(): void
{
    $config = (new Database\RedisConfig())->withHost('127.0.0.1')->withPort(given('port'))
        ->withAuth('')->withDbIndex(3)->withTimeout(1);
    $pool = new Database\RedisPool($config, 1);
    $redis = $pool->get();
    echo $redis->getDBNum(), ' ', json_encode($pool->get(0.001)), "\n";
    $pool->put($redis);
    echo $pool->get() === $redis ? 'same' : 'another', "\n";
}

ini_set('zend.exception_ignore_args', 'On');
Co\run(function () {
    $kind = new Kind(given('kind'), given('at'));
    given('scenario')($kind, new Pool($kind->connect(...), size: 1, timeout: given('timeout', 3.0)));
});
