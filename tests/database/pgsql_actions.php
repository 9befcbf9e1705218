<?php
// pgsql_actions.php: what programs do with a connection to PostgreSQL, for the tests of db_connections.
//
// connect() is as a program has it. state() is everything of a session that a program can see. dirty() leaves as much as
// it can of one kind in a session.

use PgSql\Connection;

// An error of pgsql's functions, which report it as a warning.
final class PgsqlError extends RuntimeException
{
}

function connection_string(string $user, string $password, string $options): string
{
    return 'host=127.0.0.1 port=' . given('port') . " dbname=postgres user=$user password=$password" . ($options === '' ? '' : " $options");
}

function connect(string $kind, array $options = [], string $user = 'tern', string $password = 'pass', string $more = '', int $flags = 0): PDO|Connection
{
    $string = connection_string($user, $password, $more);
    return $kind === 'pdo' ? new PDO("pgsql:$string", null, null, $options) : quiet(fn() => pg_connect($string, $flags));
}

// What the call returns, or its warning as an exception.
function quiet(callable $call): mixed
{
    set_error_handler(fn(int $level, string $message) => throw new PgsqlError($message));
    try {
        return $call();
    } finally {
        restore_error_handler();
    }
}

function rows(PDO|Connection $db, string $query): array
{
    if ($db instanceof PDO) {
        return $db->query($query)->fetchAll(PDO::FETCH_NUM);
    }
    $result = quiet(fn() => pg_query($db, $query));
    return pg_fetch_all($result, PGSQL_NUM);
}

function value(PDO|Connection $db, string $query): mixed
{
    return rows($db, $query)[0][0] ?? null;
}

function execute(PDO|Connection $db, string ...$queries): void
{
    foreach ($queries as $query) {
        $db instanceof PDO ? $db->exec($query) : quiet(fn() => pg_query($db, $query));
    }
}

function session_of(PDO|Connection $db): int
{
    return $db instanceof PDO ? (int) value($db, 'SELECT pg_backend_pid()') : pg_get_pid($db);
}

// "" or the error of a query.
function failure(PDO|Connection $db, string $query): string
{
    try {
        rows($db, $query);
        return '';
    } catch (PDOException | PgsqlError $error) {
        return $error->getMessage();
    }
}

// [channel, text], or [].
function notification(PDO|Connection $db): array
{
    $got = $db instanceof PDO ? $db->pgsqlGetNotify(PDO::FETCH_NUM) : pg_get_notify($db, PGSQL_NUM);
    return $got === false ? [] : [$got[0], $got[2] ?? ''];
}

// What the objects say, apart from the number of the session.
function driver(PDO|Connection $db): array
{
    if ($db instanceof PDO) {
        return [$db->inTransaction(), $db->getAttribute(PDO::ATTR_SERVER_VERSION), $db->getAttribute(PDO::ATTR_CONNECTION_STATUS),
            preg_replace('/PID: \d+/', '', $db->getAttribute(PDO::ATTR_SERVER_INFO)), notification($db)];
    }
    $parameters = ['server_version', 'client_encoding', 'is_superuser', 'session_authorization', 'DateStyle', 'TimeZone', 'integer_datetimes',
        'standard_conforming_strings', 'application_name'];
    return [array_map(fn(string $name) => pg_parameter_status($db, $name), $parameters), pg_transaction_status($db), pg_connection_status($db),
        pg_connection_busy($db), pg_client_encoding($db), pg_last_error($db), pg_last_notice($db), pg_host($db), pg_dbname($db), pg_options($db),
        notification($db), pg_version($db), pg_get_pid($db) === (int) value($db, 'SELECT pg_backend_pid()')];
}

function state(PDO|Connection $db): array
{
    $driver = driver($db);
    return [
        'driver' => $driver,
        // A language that a program has used stays loaded, and shows its settings.
        'settings' => array_filter(array_column(rows($db, 'SHOW ALL'), 1, 0), fn(string $name) => !str_starts_with($name, 'plpgsql.'), ARRAY_FILTER_USE_KEY),
        'user' => rows($db, "SELECT session_user, current_user, current_setting('role'), current_database(), current_schemas(false), pg_my_temp_schema() <> 0"),
        'temporary' => failure($db, 'SELECT * FROM temporary_things'),
        'last' => failure($db, 'SELECT lastval()'),
        'sequence' => failure($db, "SELECT currval('numbers')"),
        'locks' => rows($db, "SELECT locktype, mode FROM pg_locks WHERE pid = pg_backend_pid() AND locktype <> 'virtualxid' ORDER BY 1, 2"),
        'statements' => rows($db, "SELECT name FROM pg_prepared_statements WHERE name !~ '^pdo_stmt'"),
        'cursors' => rows($db, "SELECT name FROM pg_cursors WHERE name <> ''"),
        'channels' => rows($db, 'SELECT pg_listening_channels()'),
        'dirt' => value($db, "SELECT COUNT(*) FROM things WHERE name = 'dirt'"),
        'text' => rows($db, "SELECT '\\n', length('ü'), now()::date > '1.2.2020', 1 / 3.0::float8, 'a'::bytea, interval '1 day'"),
        'error' => failure($db, 'SELECT nothing FROM things'),
        'notice' => notice($db),
        'quoted' => $db instanceof PDO ? $db->quote("it's \\") : pg_escape_literal($db, "it's \\"),
    ];
}

function notice(PDO|Connection $db): array
{
    execute($db, "DO $$ BEGIN RAISE NOTICE 'noticed'; END $$");
    return $db instanceof PDO ? [] : pg_last_notice($db, PGSQL_NOTICE_ALL);
}

const DIRT = [
    'settings' => ["SET search_path = other, public", "SET TimeZone = 'Asia/Tokyo'", "SET DateStyle = 'German'", "SET IntervalStyle = 'iso_8601'",
        'SET statement_timeout = 100000', "SET work_mem = '100kB'", 'SET client_min_messages = error', 'SET standard_conforming_strings = off',
        'SET extra_float_digits = 0', "SET bytea_output = 'escape'", "SET application_name = 'dirt'", 'SET session_replication_role = replica',
        'SET row_security = off', 'SET enable_seqscan = off', 'SET lock_timeout = 5000', 'SET xmloption = document', 'SET array_nulls = off',
        "SET temp_buffers = '1MB'", 'SET default_toast_compression = pglz', 'SET quote_all_identifiers = on', 'SET jit = off'],
    'characteristics' => ['SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ ONLY'],
    'charset' => ["SET client_encoding = 'LATIN1'"],
    'temporary' => ['CREATE TEMPORARY TABLE temporary_things (id INT)', 'INSERT INTO temporary_things VALUES (1)'],
    'transaction' => ['BEGIN', "INSERT INTO things (name) VALUES ('dirt')"],
    'local' => ['BEGIN', "SET LOCAL TimeZone = 'Asia/Tokyo'", "SET LOCAL ROLE dirty", 'SAVEPOINT one'],
    'failed' => ['BEGIN', "INSERT INTO things (name) VALUES ('dirt')", '!SELECT 1 / 0'],
    'lock' => ['SELECT pg_advisory_lock(1)', 'SELECT pg_advisory_lock_shared(2)'],
    'table_lock' => ['BEGIN', 'LOCK TABLE things'],
    'statement' => ['PREPARE prepared_things AS SELECT 1'],
    'cursor' => ['BEGIN', 'DECLARE kept CURSOR WITH HOLD FOR SELECT * FROM things', 'COMMIT'],
    'open_cursor' => ['BEGIN', 'DECLARE kept CURSOR FOR SELECT * FROM things', 'FETCH 1 FROM kept'],
    'listen' => ['LISTEN dirt', "NOTIFY dirt, 'letter'"],
    'sequence' => ["SELECT nextval('numbers')"],
    'role' => ['SET ROLE dirty'],
    'authorization' => ['SET SESSION AUTHORIZATION dirty'],
    'large_object' => ['BEGIN', 'SELECT lo_open(lo_create(0), 131072)'],
    'copy' => ['!COPY things (name) FROM STDIN'],
    'wrong' => ['!SELECT nothing'],
    'verbosity' => [],
];

function dirty(PDO|Connection $db, string $kind): void
{
    foreach (DIRT[$kind] as $query) {
        $query[0] === '!' ? failure($db, substr($query, 1)) : execute($db, $query);
    }
    if ($kind === 'verbosity' && !$db instanceof PDO) {
        pg_set_error_verbosity($db, PGSQL_ERRORS_VERBOSE);
        pg_trace(given('folder') . '/trace', 'w', $db);
        pg_set_client_encoding($db, 'LATIN1');
        execute($db, "DO $$ BEGIN RAISE NOTICE 'dirt'; END $$");
        pg_send_query($db, 'SELECT 1; SELECT 2');
        pg_get_result($db);
    }
}
