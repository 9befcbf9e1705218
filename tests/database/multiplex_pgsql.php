<?php
// multiplex_pgsql.php: what requests do before and after they wait, with PostgreSQL.

require __DIR__ . '/multiplex.php';
require __DIR__ . '/pgsql_actions.php';

use PgSql\Connection;

function kept(string $kind): PDO|Connection
{
    static $objects = [];
    $key = $kind . Swoole\Coroutine::getCid();
    return $objects[$key] ??= connect($kind);
}

const BEFORE = [
    'nothing' => [],
    'select' => ['SELECT * FROM things'],
    'settings' => ["SET TimeZone = 'Asia/Tokyo'", 'SET search_path TO other, public', 'SELECT 1'],
    'commit' => ['BEGIN', "UPDATE things SET name = 'committed' WHERE id = 1", 'COMMIT'],
    'rollback' => ['BEGIN', "UPDATE things SET name = 'lost' WHERE id = 1", 'ROLLBACK'],
    'changed' => ["UPDATE things SET name = 'changed' WHERE id = 1"],
    // What keeps the connection
    'transaction' => ['BEGIN', "UPDATE things SET name = 'in transaction' WHERE id = 1"],
    'insert' => ["INSERT INTO things (name) VALUES ('x')", 'SELECT * FROM things'],
    'insert_in_transaction' => ['BEGIN', "INSERT INTO things (name) VALUES ('x')", 'COMMIT'],
    'sequence' => ["SELECT nextval('numbers')", 'SELECT * FROM things'],
    'temporary_table' => ['CREATE TEMPORARY TABLE temporary_things (id INT)', 'SELECT * FROM things'],
    'lock' => ['SELECT pg_advisory_lock(5)', 'SELECT * FROM things'],
    'listen' => ['LISTEN channel', 'SELECT * FROM things'],
    'cursor' => ['BEGIN', 'DECLARE kept CURSOR WITH HOLD FOR SELECT generate_series(1, 3)', 'COMMIT'],
    // What is not known afterwards
    'unknown_sequence' => ["UPDATE things SET name = 'changed' WHERE id = 1", 'SELECT 1'],
];

const AFTER = [
    'settings' => "SELECT current_setting('TimeZone'), current_setting('search_path')",
    'commit' => 'SELECT name FROM things WHERE id = 1',
    'transaction' => 'SELECT name FROM things WHERE id = 1',
    'insert' => 'SELECT (lastval() > 0)::text',
    'insert_in_transaction' => 'SELECT (lastval() > 0)::text',
    'sequence' => "SELECT (currval('numbers') > 0)::text",
    'temporary_table' => 'SELECT COUNT(*)::text FROM temporary_things',
    'lock' => 'SELECT pg_advisory_unlock(5)::text',
    'listen' => 'SELECT pg_listening_channels()',
    'cursor' => 'FETCH 1 FROM kept',
    'unknown_sequence' => 'SELECT lastval()',
];

function before(PDO|Connection $db, string $what): mixed
{
    if ($what === 'prepared_statement' || $what === 'ended_statement') {
        $statement = $db instanceof PDO ? $db->prepare('SELECT ?::int') : quiet(fn() => pg_prepare($db, 'own', 'SELECT $1::int'));
        execute_own($db, $statement);
        if ($what === 'prepared_statement') {
            return $statement;
        }
        $statement = null;
        $db instanceof PDO || execute($db, 'DEALLOCATE own');
        return null;
    }
    if ($what === 'failed') {
        guarded(fn() => execute($db, 'SELECT * FROM nowhere'));
        return null;
    }
    execute($db, ...BEFORE[$what]);
    return null;
}

function after(PDO|Connection $db, string $what, mixed $kept): array
{
    return match ($what) {
        'prepared_statement' => execute_own($db, $kept),
        'failed' => [$db instanceof PDO ? $db->errorCode() : strtok(pg_last_error($db), "\n")],
        default => rows($db, AFTER[$what] ?? "SELECT '1'"),
    };
}

function execute_own(PDO|Connection $db, mixed $statement): array
{
    if (!$statement instanceof PDOStatement) {
        return pg_fetch_all(quiet(fn() => pg_execute($db, 'own', [7])), PGSQL_NUM);
    }
    $statement->execute([7]);
    return [[(string) $statement->fetchColumn()]];
}

function leave_dirt(PDO|Connection $db): string
{
    execute($db, "SET TimeZone = 'Europe/Berlin'", 'SET search_path TO nowhere', 'CREATE TEMPORARY TABLE temporary_things (id INT)', "SELECT nextval('public.numbers')");
    return 'dirt';
}

serve_functions();
