<?php
// shared_queries.php: programs that send the same SELECT at once, for shared_queries_test.py. A path is the name of a function.

require __DIR__ . '/flight.php';
require __DIR__ . '/actions.php';

const REPORT = 'SELECT id, name FROM test.report ORDER BY id';
const UNLOCK = 'UNLOCK TABLES';
const TEXTS = [];
const WRITE = "UPDATE test.things SET name = 'written'";

// The table can be read once this object ends, or with UNLOCK TABLES.
function locked(): PDO
{
    $lock = connect('pdo');
    execute($lock, 'LOCK TABLES test.report WRITE, test.other_report WRITE');
    return $lock;
}

function on_prepare(): array
{
    $db = connect('pdo');
    foreach (['report', 'other_report'] as $table) {
        execute($db, "CREATE OR REPLACE TABLE test.$table (id INT PRIMARY KEY, name VARCHAR(100)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4");
        execute($db, "INSERT INTO test.$table VALUES (1, 'first'), (2, 'second'), (3, NULL)");
    }
    return [];
}

function on_identical($request): array
{
    $ask = fn($db) => seen($db, $request->get['query'] ?? REPORT);
    return flight(objects((int) $request->get['count'], $request->get['kind'] ?? 'pdo'), $ask);
}

// How a statement that the server has prepared is executed, and its result is read.
function rows_of_prepared(PDOStatement|mysqli_stmt $statement, string $way, array $values): array
{
    if ($way === 'long') {
        $statement->bind_param('b', ...$values);
        $statement->send_long_data(0, (string) $values[0]);
        $statement->execute();
    } else {
        $statement instanceof mysqli_stmt && $statement->bind_param(is_int($values[0]) ? 'i' : 's', ...$values);
        $statement->execute($statement instanceof PDOStatement ? $values : null);
    }
    if (!in_array($way, ['stored', 'row by row'], true)) {
        return $statement instanceof PDOStatement ? $statement->fetchAll(PDO::FETCH_NUM) : $statement->get_result()->fetch_all();
    }
    $way === 'stored' && $statement->store_result();
    $statement->bind_result($id, $name);
    for ($rows = []; $statement->fetch();) {
        $rows[] = [$id, $name];
        usleep(1);
    }
    return $rows;
}

// Statements that the server has prepared before, with values that take turns. Then each is executed again, with another one.
function on_prepared($request): array
{
    ['way' => $way, 'values' => $values, 'query' => $query] = $request->get + ['query' => 'SELECT id, name FROM test.report WHERE id > ? ORDER BY id'];
    $values = json_decode($values);
    $options = $way === 'pdo' ? [PDO::ATTR_EMULATE_PREPARES => false] : [];
    $objects = objects(6, $way === 'pdo' ? 'pdo' : 'mysqli', $options);
    $statements = array_map(fn($db) => $db->prepare($query), $objects);
    $found = flight($statements, fn($statement, $name) => rows_of_prepared($statement, $way, [$values[$name % count($values)]]));
    $found['again'] = array_map(fn($statement) => rows_of_prepared($statement, $way, ['2']), $statements);
    unset($statements);
    return $found;
}

// What a session says about an execution that it has not sent.
function on_prepared_asked($request): array
{
    $statements = array_map(fn($db) => [$db, $db->prepare('SELECT id, name FROM test.report WHERE id > ? ORDER BY id')], objects(2, 'mysqli'));
    foreach ($statements as [$db]) {
        execute($db, "SELECT CAST('x' AS INT)");
    }
    return flight($statements, function ($pair) use ($request) {
        [$db, $statement] = $pair;
        $seen = [rows_of_prepared($statement, 'mysqli', [1])];
        $request->get['ends'] && $statement->close();
        return [...$seen, rows($db, $request->get['ask'])];
    });
}

// Each object has its own settings, text, user or state before the query.
function on_different(): array
{
    $objects = [
        'first' => connect('pdo'),
        'mysqli' => connect('mysqli'),
        'zone' => connect('pdo'),
        'user' => connect('pdo', [], 'second', 'pass'),
        'database' => connect('pdo'),
        'text' => connect('pdo'),
        'transaction' => connect('pdo'),
        'manual' => connect('pdo'),
        'variable' => connect('pdo'),
        'compressed' => connect('pdo', [mysql_attribute('COMPRESS') => true]),
        'prepared' => connect('pdo', [PDO::ATTR_EMULATE_PREPARES => false]),
        'persistent' => connect('pdo', [PDO::ATTR_PERSISTENT => true]),
        'last' => connect('pdo'),
    ];
    execute($objects['zone'], "SET time_zone = '+03:00'");
    execute($objects['database'], 'USE other');
    $objects['transaction']->beginTransaction();
    execute($objects['manual'], 'SET autocommit = 0');
    execute($objects['variable'], 'SET @a = 1');
    $ids = array_map(fn($object) => (int) value($object, 'SELECT CONNECTION_ID()'), $objects);
    return ['ids' => $ids] + flight($objects, function ($db, $name) {
        if ($name === 'prepared') {
            ($statement = $db->prepare(REPORT))->execute();
            return $statement->fetchAll(PDO::FETCH_NUM);
        }
        return seen($db, $name === 'text' ? REPORT . ' ' : REPORT);
    });
}

function on_cancelled(): array
{
    return flight(objects(4), fn($db) => seen($db, REPORT), fn($coroutines) => Swoole\Coroutine::cancel($coroutines[0]));
}

function on_cancelled_follower(): array
{
    $objects = objects(3);
    return flight($objects, fn($db) => seen($db, REPORT), fn($coroutines) => Swoole\Coroutine::cancel($coroutines[1])) + ['later' => seen($objects[1], 'SELECT 1')];
}

function on_lost(): array
{
    $objects = objects(4);
    $id = (int) value($objects[0], 'SELECT CONNECTION_ID()');
    return flight($objects, fn($db) => seen($db, REPORT), fn($coroutines, $lock) => execute($lock, "KILL $id"));
}

// The first one, or the others, read row by row.
function on_unbuffered($request): array
{
    $unbuffered = $request->get['which'] === 'first' ? [0] : [1, 2];
    return flight(objects(4), function ($db, $name) use ($unbuffered) {
        $is_buffered = !in_array((int) $name, $unbuffered, true);
        $db->setAttribute(mysql_attribute('USE_BUFFERED_QUERY'), $is_buffered);
        $result = $db->query(REPORT);
        $rows = [];
        while ($row = $result->fetch(PDO::FETCH_NUM)) {
            $rows[] = $row;
            usleep(1);
        }
        return $rows;
    });
}

// The first one does not read its result until the others have theirs.
function on_slow_reader(): array
{
    $objects = objects(3, 'mysqli');
    $done = new Swoole\Coroutine\Channel(2);
    return flight($objects, function ($db, $name) use ($done) {
        $db->real_query(REPORT);
        if ($name === '0') {
            $done->pop();
            $done->pop();
        }
        $rows = $db->store_result()->fetch_all();
        $done->push(true);
        return $rows;
    });
}

// A query that begins after a write sees it, though the same one is under way: one of another object, and one of another process.
function on_written($request): array
{
    $objects = objects(3);
    $writer = connect($request->get['kind']);
    $late = null;
    $found = flight(array_slice($objects, 0, 2), fn($db) => seen($db, REPORT), function () use ($writer, $objects, $request, &$late) {
        match ($request->get['how']) {
            'text' => execute($writer, WRITE),
            'prepared' => $writer->prepare(WRITE)->execute(),
            'several' => execute_all($writer, 'SELECT 1; ' . WRITE),
            'failed' => failure($writer, 'UPDATE test.things SET nothing = 1'),
            'process' => $GLOBALS['server']->taskwait('write'),
            'user process' => write_in_process(),
            'read' => [rows($writer, 'SELECT COUNT(*), NOW() FROM test.things'), execute($writer, 'SET NAMES utf8mb4')],
            'prepared read' => $writer->prepare('SELECT COUNT(*) FROM test.things')->execute(),
        };
        $late = go(fn() => rows($objects[2], REPORT));
    });
    Swoole\Coroutine::join([$late]);
    return $found;
}

function execute_all(PDO|mysqli $db, string $queries): void
{
    $result = $db->query($queries);
    while ($result->nextRowset());
}

// What a session says about the statement before, which it has not sent: the object's own query, and what it asks then.
function on_asked($request): array
{
    ['ask' => $ask, 'between' => $between, 'way' => $way] = $request->get;
    $objects = objects(2);
    foreach ($objects as $db) {
        execute($db, "UPDATE test.things SET name = 'x' WHERE id = 0", "SELECT CAST('x' AS INT)");
    }
    return flight($objects, function ($db) use ($ask, $between, $way) {
        $seen = [rows($db, REPORT)];
        $between === '' || execute($db, $between);
        if ($way === 'prepared') {
            $db->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
            ($statement = $db->prepare($ask))->execute();
            return [...$seen, $statement->fetchAll(PDO::FETCH_NUM)];
        }
        return [...$seen, rows($db, $ask)];
    });
}

serve_flights();
