<?php
// pgsql_kept.php: objects that a program keeps for many requests, for pgsql_kept_objects_test.py. A path is the name of a function, and
// `kind` says which object it uses.

require __DIR__ . '/common.php';
require __DIR__ . '/pgsql_actions.php';

use PgSql\Connection;

final class Kept
{
    public static array $objects = [];
    public static mixed $statement = null;
    public static mixed $result = null;

    public static function get(string $kind): PDO|Connection
    {
        return self::$objects[$kind] ??= connect($kind);
    }
}

function kept($request): PDO|Connection
{
    return Kept::get($request->get['kind']);
}

function on_id($request): array
{
    return [session_of(kept($request))];
}

// What pg_last_error() and errorInfo() tell: of the request before, or after this query.
function on_last_error($request): array
{
    $db = kept($request);
    isset($request->get['query']) && failure($db, $request->get['query']);
    return [$db instanceof PDO ? $db->errorInfo() : pg_last_error($db)];
}

function on_forget(): array
{
    Kept::$objects = [];
    Kept::$statement = Kept::$result = null;
    return [];
}

// Another object leaves dirt in the only connection.
function on_dirt($request): array
{
    $db = connect($request->get['kind']);
    foreach (['settings', 'charset', 'lock', 'statement', 'listen', 'transaction', 'characteristics'] as $what) {
        dirty($db, $what);
    }
    return [session_of($db)];
}

const SETTINGS = [
    'zone' => ["SET TIME ZONE 'Asia/Tokyo'"],
    'path' => ['set search_path to "other", public'],
    'names' => ["SET NAMES 'LATIN1'"],
    'strings' => ['SET standard_conforming_strings = off'],
    'characteristics' => ['SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ ONLY'],
    'style' => ["SET DateStyle = 'German'", "SET DateStyle = 'YMD'"],
    'own' => ["SET app.tenant = '5'", 'SET statement_timeout TO 60000', "SET application_name = 'kept'", "SET app.tenant = '6'"],
    'failed' => ["SET statement_timeout = 60000", "SET statement_timeout = 'never'"],
];

function on_set($request): array
{
    foreach (SETTINGS[$request->get['what']] as $query) {
        try {
            execute(kept($request), $query);
        } catch (PDOException | PgsqlError) {
        }
    }
    return seen(kept($request));
}

function on_seen($request): array
{
    return seen(kept($request));
}

// What does not depend on the last statement.
function seen(PDO|Connection $db): array
{
    return [
        'settings' => array_column(rows($db, 'SHOW ALL'), 1, 0),
        'user' => rows($db, "SELECT session_user, current_user, current_database(), current_schemas(false), current_setting('app.tenant', true)"),
        'quoted' => $db instanceof PDO ? $db->quote("it's \\") : pg_escape_literal($db, "it's \\"),
        'driver' => driver($db),
    ];
}

// The settings by statements that the server prepares, as Laravel does.
function on_prepared($request): array
{
    $db = kept($request);
    if ($db instanceof PDO) {
        $db->prepare("SET TIME ZONE 'Asia/Tokyo'")->execute();
    } else {
        pg_query_params($db, "SET TIME ZONE 'Asia/Tokyo'", []);
    }
    return [value($db, 'SHOW TimeZone')];
}

function on_zone($request): array
{
    return [value(kept($request), 'SHOW TimeZone')];
}

function on_pin($request): array
{
    $db = kept($request);
    match ($request->get['what']) {
        'temporary_table' => execute($db, 'CREATE TEMPORARY TABLE temporary_things (id INT)'),
        'lock' => value($db, 'SELECT pg_advisory_lock(1)'),
        'listen' => execute($db, 'LISTEN channel'),
        'setting' => execute($db, 'SET ROLE dirty'),
        'unknown_statement' => value($db, 'SELECT remembers()'),
        'transaction' => execute($db, 'BEGIN'),
        'prepared_statement' => Kept::$statement = keep_statement($db),
        'result' => failure($db, 'COPY things (name) FROM STDIN'),
    };
    return [$request->get['what'] === 'result' ? null : session_of($db)];
}

// Not freed: pgsql's are not objects.
function keep_statement(PDO|Connection $db): mixed
{
    if ($db instanceof PDO) {
        $statement = $db->prepare('SELECT ?::int');
        $statement->execute([1]);
        return $statement;
    }
    return pg_prepare($db, 'one', 'SELECT 1');
}

// Ends what can be ended.
function on_unpin($request): array
{
    $db = kept($request);
    Kept::$statement = null;
    if ($request->get['what'] === 'transaction') {
        execute($db, 'ROLLBACK');
    } elseif ($request->get['what'] === 'prepared_statement' && $db instanceof Connection) {
        pg_query($db, 'DEALLOCATE one');
    }
    return [session_of($db)];
}

// A result that the object has read is used after its request, and asks its connection for the name of a table.
function on_store($request): array
{
    $db = kept($request);
    Kept::$result = $db instanceof PDO ? $db->query("SELECT name FROM things WHERE name = 'first'")->fetchAll(PDO::FETCH_COLUMN)
        : pg_query($db, "SELECT name FROM things WHERE name = 'first'");
    return [];
}

function on_stored($request): array
{
    return is_array(Kept::$result) ? [...Kept::$result, 'things'] : [pg_fetch_result(Kept::$result, 0, 0), pg_field_table(Kept::$result, 0)];
}

// What an object says while it has no connection.
function on_resting($request): array
{
    $db = kept($request);
    if ($db instanceof PDO) {
        return [$db->inTransaction(), $db->errorCode()];
    }
    return [pg_connection_status($db), pg_transaction_status($db), pg_last_error($db)];
}

// Notices come to the object that runs the statement.
function on_notice($request): array
{
    $db = kept($request);
    execute($db, 'DROP TABLE IF EXISTS nothing');
    return [$db instanceof PDO ? null : pg_last_notice($db)];
}

function on_failure($request): array
{
    try {
        return ['id' => session_of(kept($request))];
    } catch (PDOException | PgsqlError $error) {
        return ['error' => $error->getMessage()];
    }
}

function on_query($request): array
{
    return [failure(kept($request), 'SELECT 1')];
}

function on_reset($request): array
{
    $db = kept($request);
    return [pg_connection_reset($db), pg_get_pid($db)];
}

function on_slow($request): array
{
    $db = kept($request);
    $self = Swoole\Coroutine::getCid();
    isset($request->get['cancel']) && go(function () use ($self) {
        await_file('cancel');
        Swoole\Coroutine::cancel($self);
    });
    ignore_user_abort(false);
    note('SLOW', (string) session_of($db));
    return [failure($db, 'SELECT pg_sleep(60)')];
}

function on_hold($request): array
{
    $db = connect('pdo');
    note('HOLDS', (string) session_of($db));
    await_file($request->get['until']);
    return [session_of($db)];
}

function on_children($request): array
{
    $db = kept($request);
    $mine = session_of($db);
    $theirs = null;
    execute($db, "SELECT nextval('numbers')");
    Swoole\Coroutine::join([go(function () use ($db, &$theirs) {
        $theirs = session_of($db);
    })]);
    return [$mine, $theirs, (int) value($db, 'SELECT lastval()') > 0];
}

// For `db_queries`: the first statement of a request, in a session whose strings have escapes.
function on_escaped($request): array
{
    return [failure(kept($request), "SELECT 'it\\'s secret' <> 'x'")];
}

function on_sessions(): array
{
    return array_column(rows(connect('pdo'), "SELECT pid FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid()"), 0);
}

function on_pinned(): array
{
    return Tern\Internal\pinned_connections();
}

serve_functions();
