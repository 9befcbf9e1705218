<?php
// The scenarios of mysql_test.py: php mysql.php NAME PORT SOCKET. Each prints what it saw.

use Swoole\Coroutine\MySQL;

function show(mixed ...$values): void
{
    echo implode(' | ', array_map(fn(mixed $value) => is_object($value) ? $value::class : json_encode($value), $values)), "\n";
}

function options(array $more = []): array
{
    $at = ['host' => '127.0.0.1', 'port' => (int) $GLOBALS['argv'][2], 'user' => 'root', 'password' => ''];
    return $more + $at + ['database' => 'test'];
}

function connect(array $more = []): MySQL
{
    $client = new MySQL();
    if (!$client->connect(options($more))) {
        throw new Exception($client->connect_error);
    }
    return $client;
}

function value(MySQL $client, string $sql): mixed
{
    return current($client->query($sql)[0]);
}

/** How many statements this session has prepared. */
function prepared(MySQL $client): int
{
    return (int) $client->query("SHOW SESSION STATUS LIKE 'Com_stmt_prepare'")[0]['Value'];
}

/** Until the server has $count sessions that wait for a lock. */
function await_locked(MySQL $client, int $count): void
{
    while (value($client, "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE STATE = 'User lock'") != $count) {
        Co::sleep(0.002);
    }
}

function types(): void
{
    $sql = "SELECT 1 AS i, 18446744073709551615 AS u, 1.5e0 AS f, 2.50 AS d, 'x' AS s, NULL AS n";
    $client = connect();
    show($client->query($sql), $client->prepare($sql)->execute());
    show(connect(['strict_type' => true])->query($sql));
    $sum = $client->prepare('SELECT ? + ? AS sum');
    show($sum->execute([1, 2]), $sum->execute([1.5, 2]), $sum->execute(['a' => true, 'b' => null]));
    show($client->prepare('SELECT ? AS a, ? AS b')->execute(['ä"', '0']));
    show($client->escape("it's"), $client->query("SELECT @@character_set_client AS c"));
    show(connect(['charset' => 'utf8mb4'])->query("SELECT @@character_set_client AS c"));
}

function errors(): void
{
    $client = new MySQL();
    show($client->connected, $client->sock, $client->query('SELECT 1'), $client->errno, $client->error);
    show($client->connect(options(['database' => 'nowhere'])), $client->connect_errno, $client->connect_error, $client->connected);
    show($client->connect(options(['port' => 1])), $client->connect_errno, $client->connect_error);
    show($client->connect(options()), $client->connected, $client->connect_errno, $client->sock > 0);
    show($client->query('SELECT'), $client->errno, explode(';', $client->error)[0], $client->connected);
    show($client->query(''), $client->errno, $client->connected);
    show($client->prepare('SELECT'), $client->errno, $client->query('SELECT 1 AS one'), $client->errno, $client->error);
    $statement = $client->prepare('SELECT ?');
    show($statement->execute(), $statement->errno, $statement->error, $client->errno);
    show($statement->execute([1]), $statement->errno, $client->error);
    show($client->close(), $client->connected, $client->sock, $statement->execute([1]), $statement->errno);
    show($client->query('SELECT 1'), $client->errno, $client->prepare('SELECT 1'), $client->fetch(), $client->escape(''));
    foreach ([['charset' => 'none'], ['host' => null]] as $wrong) {
        try {
            $client->connect(options($wrong));
        } catch (MySQL\Exception $error) {
            show($error, $error->getMessage());
        }
    }
}

function writes(): void
{
    $client = connect();
    show($client->query('CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, v INT)'));
    $insert = $client->prepare('INSERT INTO t (v) VALUES (?), (?)');
    show($insert->execute([1, 2]), $insert->affected_rows, $insert->insert_id, $client->affected_rows, $client->insert_id);
    show($insert->execute(['x', 1]), $insert->errno, explode(' at ', $client->error)[0]);
    show($client->query('UPDATE t SET v = 7 WHERE v = 2'), $client->affected_rows, $client->query('SELECT v FROM t WHERE v > 9'));
    show($client->begin(), $client->query('DELETE FROM t'), $client->rollback(), value($client, 'SELECT COUNT(*) FROM t'));
    show($client->begin(), $client->query('DELETE FROM t'), $client->commit(), value($client, 'SELECT COUNT(*) FROM t'));
    $client->setDefer();
    foreach (['begin', 'commit', 'rollback'] as $call) {
        try {
            $client->$call();
        } catch (MySQL\Exception $error) {
            show($error->getMessage());
        }
    }
}

function fetch_mode(): void
{
    $client = connect(['fetch_mode' => true]);
    show($client->query('SELECT 1 AS v UNION SELECT 2'), $client->fetch(), $client->fetchAll(), $client->fetch(), $client->fetchAll());
    $one = $client->prepare('SELECT 1 AS v');
    $two = $client->prepare('SELECT 2 AS v');
    show($one->fetchAll(), $one->execute(), $two->execute(), $one->fetchAll(), $two->fetch(), $two->fetch());
    show($client->close(), $client->fetch(), $client->fetchAll(), $one->fetch(), $one->errno);
}

function procedures(): void
{
    $client = connect();
    $client->query('CREATE DATABASE IF NOT EXISTS mysql');
    $client->query('USE mysql');
    foreach (preg_grep('/^CREATE TABLE IF NOT EXISTS procs? /', file($GLOBALS['argv'][4])) as $table) {
        $client->query($table);  // in which the server keeps procedures
    }
    $client->query('USE test');
    $client->query('CREATE OR REPLACE TABLE w (v INT)');
    $client->query('CREATE OR REPLACE PROCEDURE p() BEGIN SELECT 1 AS v; SELECT 2 AS v; INSERT INTO w VALUES (1), (2), (3); END');
    show($client->query('CALL p()'), $client->nextResult(), $client->nextResult(), $client->affected_rows, $client->nextResult());
    show($client->query('CALL p()'), $client->query('SELECT 3 AS v'), $client->nextResult());
    $call = $client->prepare('CALL p()');
    show($call->execute(), $call->nextResult(), $call->nextResult(), $call->affected_rows, $call->nextResult());
    show($call->execute(), $client->query('SELECT 3 AS v'), $call->nextResult(), $call->execute());
    unset($call);
    show($client->prepare('CALL p()')->execute(), $client->query('SELECT 4 AS v'));
    $client = connect(['fetch_mode' => true]);
    show($client->query('CALL p()'), $client->fetchAll(), $client->nextResult(), $client->fetchAll(), $client->nextResult());
}

function deferred(): void
{
    $first = connect();
    $second = connect();
    $second->query("SELECT GET_LOCK('gate', 0)");
    show($first->setDefer(), $first->getDefer(), $first->query("SELECT GET_LOCK('gate', 20) AS got"));
    show($first->query('SELECT 1'), $first->errno);
    await_locked($second, 1);
    $second->query("SELECT RELEASE_LOCK('gate')");
    show($first->recv(), $first->errno, $first->recv(), $first->errno);
    show($first->prepare('SELECT ? AS v'), $statement = $first->recv());
    show($statement->execute([5]), $first->recv(), $statement->recv(), $statement->recv(), $statement->errno);
    show($first->query('SELECT SLEEP(20)'), $first->recv(0.01), $first->errno, $first->connected);
    show($first->connect(options()), $first->query('SELECT SLEEP(20)'), $first->close(), $first->connected);
    show($first->connect(options()), $first->query('SELECT 6 AS v'), $first->recv());
}

function lost(): void
{
    $client = connect();
    $statement = $client->prepare('SELECT SLEEP(20)');
    show($statement->execute(null, 0.01), $statement->errno, $statement->error, $client->connected, $client->sock);
    show($client->connect(options()), $statement->execute(), $statement->errno);
    show($client->query('SELECT SLEEP(20)', 0.01), $client->errno, $client->query('SELECT 1'), $client->errno);
    $killer = connect();
    foreach (['query', 'prepare', 'begin'] as $call) {
        $client->connect(options());
        $killer->query('KILL ' . value($client, 'SELECT CONNECTION_ID()'));
        show($call === 'begin' ? $client->begin() : $client->$call('SELECT 1'), $client->errno, $client->connected);
    }
    $client->connect(options());
    $ids = [];
    foreach ([false, true] as $throws) {
        $id = go(function () use ($client, $throws) {
            try {
                show($client->query('SELECT SLEEP(20)'), $client->errno, $client->connected);
            } catch (Swoole\Coroutine\CanceledException $exception) {
                show($exception, $client->query('SELECT 1'));
            }
        });
        Co::cancel($id, $throws);
        Co::join([$id]);
        show($client->connect(options()));
    }
}

function statements(): void
{
    $client = connect();
    $client->query('CREATE TEMPORARY TABLE t (v INT)');
    $client->query('INSERT INTO t VALUES (1)');
    for ($i = 0; $i < 5; ++$i) {
        $rows = $client->prepare('SELECT * FROM t')->execute();
    }
    show($rows, prepared($client));
    $first = $client->prepare('SELECT * FROM t WHERE v = ?');
    $second = $client->prepare('SELECT * FROM t WHERE v = ?');
    show($first->id !== $second->id, $second->execute([2]), $first->execute([1]), prepared($client));
    unset($first, $second);
    $client->query('ALTER TABLE t ADD w INT DEFAULT 5');
    show($client->prepare('SELECT * FROM t')->execute(), prepared($client));
    $client->query('DROP TABLE t');
    show($client->prepare('SELECT * FROM t')->execute(), $client->errno);
    $client->query('CREATE TEMPORARY TABLE t (other INT)');
    show($client->prepare('SELECT * FROM t')->execute(), $client->errno);
    $closed = $client->prepare('SELECT 1');
    show($closed->close(), $closed->close(), $closed->execute(), $closed->errno, $closed->nextResult());
    $before = prepared($client);
    for ($i = 0; $i < 100; ++$i) {
        $client->prepare("SELECT $i")->execute();
    }
    $client->prepare('SELECT 99')->execute();
    $client->prepare('SELECT 36')->execute();
    show(prepared($client) - $before);
    $client->prepare('SELECT 0')->execute();
    show(prepared($client) - $before);
    $client->query('FLUSH TABLES');
    show($client->prepare('SELECT * FROM t')->execute());
}

function busy(): void
{
    $client = connect();
    $keeper = connect();
    $keeper->query("SELECT GET_LOCK('gate', 0)");
    $statement = $client->prepare("SELECT GET_LOCK('gate', 20) AS got");
    $id = go(function () use ($statement) {
        show($statement->execute());
    });
    await_locked($keeper, 1);
    foreach ([fn() => $client->query('SELECT 1'), fn() => $client->close(), fn() => $statement->execute()] as $call) {
        try {
            $call();
        } catch (Swoole\Error $error) {
            show($error->getCode() === SWOOLE_ERROR_CO_HAS_BEEN_BOUND, str_contains($error->getMessage(), "coroutine#$id"));
        }
    }
    $keeper->query("SELECT RELEASE_LOCK('gate')");
    Co::join([$id]);
    show($client->query('SELECT 1 AS v'));
}

function reports(): void
{
    foreach ([MYSQLI_REPORT_OFF, MYSQLI_REPORT_ERROR, MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT] as $mode) {
        mysqli_report($mode);
        $client = connect();
        show($client->query('SELECT'), $client->errno, $client->prepare('SELECT'), $client->errno);
        show($client->query('SELECT SLEEP(20)', 0.01), $client->errno, $client->connected);
        show($client->connect(options(['port' => 1])), $client->connect_errno, $client->connect_error);
        show((new mysqli_driver())->report_mode === $mode);
    }
}

function leak(): void
{
    $before = 0;
    for ($i = 0; $i < 2100; ++$i) {
        $before = $i === 100 ? memory_get_usage() : $before;
        $client = connect();
        $client->query('SELECT 1');
        $client->prepare('SELECT ?')->execute([$i]);
        $client->setDefer();
        $client->query('SELECT 2');
        $client->recv();
        $client->close();
    }
    show(abs(memory_get_usage() - $before) < 10_000);
}

/** As the programs of 2019 wrap it. */
final class Wrapped
{
    private MySQL $client;

    public function __construct()
    {
        $this->client = connect(['host' => 'unix:' . $GLOBALS['argv'][3]]);
    }

    public function __call(string $name, array $arguments): mixed
    {
        return call_user_func_array([$this->client, $name], $arguments);
    }

    public function __get(string $name): mixed
    {
        return $this->client->$name;
    }
}

class Child extends MySQL
{
    public function __construct()
    {
    }

    public function connect(array $server_config)
    {
        return true;
    }

    public function query($sql, $timeout = null)
    {
        return parent::query($sql, $timeout);
    }

    public function really(array $server_config): bool
    {
        return parent::connect($server_config);
    }
}

function programs(): void
{
    $wrapped = new Wrapped();
    show($wrapped->connected, $wrapped->serverInfo['user'], $wrapped->prepare('SELECT ? AS v')->execute([1]), $wrapped->error);
    $child = new Child();
    show($child->connect([]), $child->connected, $child->query('SELECT 1'), $child->errno);
    show($child->really(options()), $child->query('SELECT 1 AS v'));
    show($child->prepare('SELECT 1') instanceof Co\MySQL\Statement);
}

function outside(): void
{
    try {
        connect();
    } catch (Error $error) {
        show($error->getMessage());
    }
}

Swoole\Runtime::enableCoroutine(0);
$argv[1] === 'outside' ? outside() : Co\run($argv[1]);
