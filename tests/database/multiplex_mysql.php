<?php
// multiplex_mysql.php: what requests do before and after they wait, with MySQL and MariaDB.

require __DIR__ . '/multiplex.php';
require __DIR__ . '/actions.php';

function kept(string $kind): PDO|mysqli
{
    static $objects = [];
    $key = $kind . Swoole\Coroutine::getCid();
    return $objects[$key] ??= connect($kind);
}

const ROWS = 'SELECT * FROM test.three';

const BEFORE = [
    'nothing' => [],
    'found' => [ROWS . ' LIMIT 2'],
    'row_count' => ['SELECT * FROM test.things'],
    'warnings' => ['SELECT * FROM test.things'],
    'none_found' => ['SELECT * FROM test.things WHERE id < 0'],
    'settings' => ["SET time_zone = '+05:00'", 'SET NAMES latin1', 'USE other', 'SELECT 1'],
    'commit' => ['BEGIN', "UPDATE test.things SET name = 'committed' WHERE id = 1", 'COMMIT'],
    'rollback' => [ROWS, 'BEGIN', "UPDATE test.things SET name = 'lost' WHERE id = 1", 'ROLLBACK'],
    'old_warning' => ["SELECT CAST('x' AS INT)", 'SELECT * FROM test.things'],
    // What keeps the connection
    'transaction' => ['BEGIN', "UPDATE test.things SET name = 'in transaction' WHERE id = 1"],
    'insert' => ["INSERT INTO test.things (name) VALUES ('x')", 'SELECT * FROM test.things'],
    'insert_in_transaction' => ['BEGIN', "INSERT INTO test.things (name) VALUES ('x')", 'COMMIT'],
    'user_variable' => ['SET @a = 5', 'SELECT * FROM test.things'],
    'temporary_table' => ['CREATE TEMPORARY TABLE temporary_things (id INT)', 'SELECT * FROM test.things'],
    'lock' => ["SELECT GET_LOCK('a lock', 1)", 'SELECT * FROM test.things'],
    'calculated' => ['SELECT SQL_CALC_FOUND_ROWS * FROM test.three LIMIT 1'],
    'offset' => [ROWS . ' LIMIT 1, 1'],
    'offset_before_commit' => [ROWS . ' LIMIT 1, 1', 'BEGIN', 'COMMIT'],
    'changed' => ["UPDATE test.things SET name = CONCAT(LEFT(name, 50), 'x') WHERE id = 1"],
    'warning' => ["SELECT CAST('x' AS INT)"],
    'warning_stays' => ["SELECT CAST('x' AS INT)", 'BEGIN', 'COMMIT'],
    'sequence' => ['SELECT NEXTVAL(test.numbers)', 'SELECT * FROM test.things'],
    'number' => ['SELECT CONNECTION_ID() = 0', 'SELECT * FROM test.things'],
    // What is not known afterwards
    'unknown_gtid' => ["UPDATE test.things SET name = 'changed' WHERE id = 1", 'BEGIN', 'COMMIT'],
];

const AFTER = [
    'found' => 'SELECT FOUND_ROWS()',
    'none_found' => 'SELECT FOUND_ROWS()',
    'row_count' => 'SELECT ROW_COUNT()',
    'warnings' => 'SHOW WARNINGS',
    'settings' => "SELECT @@time_zone, CHARSET('a'), DATABASE()",
    'commit' => 'SELECT ROW_COUNT(), name FROM test.things WHERE id = 1',
    'rollback' => 'SELECT FOUND_ROWS(), ROW_COUNT()',
    'old_warning' => 'SHOW WARNINGS',
    'transaction' => 'SELECT name, @@in_transaction FROM test.things WHERE id = 1',
    'insert' => 'SELECT LAST_INSERT_ID() > 0',
    'insert_in_transaction' => 'SELECT LAST_INSERT_ID() > 0',
    'user_variable' => 'SELECT @a',
    'temporary_table' => 'SELECT COUNT(*) FROM temporary_things',
    'lock' => "SELECT IS_USED_LOCK('a lock') = CONNECTION_ID()",
    'calculated' => 'SELECT FOUND_ROWS()',
    'offset' => 'SELECT FOUND_ROWS()',
    'changed' => 'SELECT ROW_COUNT()',
    'warning' => 'SHOW WARNINGS',
    'warning_stays' => 'SHOW WARNINGS',
    'sequence' => 'SELECT LASTVAL(test.numbers) > 0',
    'offset_before_commit' => 'SELECT FOUND_ROWS()',
    'unknown_gtid' => 'SELECT @@last_gtid',
];

function before(PDO|mysqli $db, string $what): mixed
{
    switch ($what) {
        case 'prepared_statement':
            return own_statement($db);
        case 'ended_statement':
            unset($statement, $rows);
            $statement = own_statement($db);
            execute_own($statement, 5);
            return null;
        case 'unbuffered':
            return unbuffered($db, ROWS);
        case 'read_unbuffered':
            $result = unbuffered($db, ROWS);
            $result instanceof PDOStatement ? $result->fetchAll() : $result->fetch_all();
            return null;
        case 'failed':
            failure($db, 'SELECT * FROM nowhere');
            return null;
        case 'not_prepared':
            not_prepared($db);
            execute($db, 'BEGIN', 'COMMIT');
            return null;
    }
    execute($db, ...BEFORE[$what]);
    return null;
}

function after(PDO|mysqli $db, string $what, mixed $kept): array
{
    return match ($what) {
        'prepared_statement' => execute_own($kept, 7),
        'unbuffered' => $kept instanceof PDOStatement ? $kept->fetchAll(PDO::FETCH_NUM) : $kept->fetch_all(),
        'ended_statement', 'read_unbuffered' => rows($db, 'SELECT FOUND_ROWS()'),
        'failed', 'not_prepared' => array_map(fn(array $row) => [$row[1]], rows($db, 'SHOW ERRORS')),
        'number' => [],
        default => rows($db, AFTER[$what] ?? 'SELECT 1'),
    };
}

function own_statement(PDO|mysqli $db): PDOStatement|mysqli_stmt
{
    $db instanceof PDO && $db->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
    return $db->prepare('SELECT ? FROM test.three');
}

function not_prepared(PDO|mysqli $db): void
{
    $db instanceof PDO && $db->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
    try {
        $db->prepare('SELECT nothing FROM test.things');
    } catch (PDOException | mysqli_sql_exception) {
        return;
    }
    throw new LogicException('it was prepared');
}

function execute_own(PDOStatement|mysqli_stmt $statement, int $value): array
{
    $statement->execute([$value]);
    return $statement instanceof PDOStatement ? $statement->fetchAll(PDO::FETCH_NUM) : $statement->get_result()->fetch_all();
}

function unbuffered(PDO|mysqli $db, string $query): PDOStatement|mysqli_result
{
    if ($db instanceof mysqli) {
        $db->real_query($query);
        return $db->use_result();
    }
    $db->setAttribute(mysql_attribute('USE_BUFFERED_QUERY'), false);
    return $db->query($query);
}

function leave_dirt(PDO|mysqli $db): string
{
    foreach (['charset', 'variables', 'temporary', 'statement', 'found', 'warning', 'database'] as $kind) {
        dirty($db, $kind);
    }
    return 'dirt';
}

serve_functions();
