<?php
// pgsql_server.php: programs with connections to PostgreSQL, for pgsql_connections_test.py. A path is the name of a function.

require __DIR__ . '/common.php';
require __DIR__ . '/pgsql_actions.php';

function on_id($request): array
{
    return [session_of(connect($request->get['kind'] ?? 'pdo'))];
}

function on_state($request): array
{
    $db = connect($request->get['kind']);
    $id = session_of($db);
    return ['id' => $id, 'known' => (int) value($db, 'SELECT pg_backend_pid()'), 'state' => state($db)];
}

function on_dirty($request): array
{
    $db = connect($request->get['kind']);
    $id = session_of($db);
    dirty($db, $request->get['what']);
    return [$id];
}

// A statement of the server that outlives its connection's other references.
function on_statements(): array
{
    $statement = connect('pdo')->prepare('SELECT ?::int, pg_backend_pid()');
    $statement->execute([5]);
    return [$statement->fetch(PDO::FETCH_NUM)[1]];
}

// Over TLS: [session, cipher, what 100 KB look like].
function on_transport($request): array
{
    $db = connect($request->get['kind'], more: $request->get['tls'] ? 'sslmode=require' : 'sslmode=disable');
    return [session_of($db), value($db, 'SELECT cipher FROM pg_stat_ssl WHERE pid = pg_backend_pid()') ?? '', md5(value($db, "SELECT repeat('abc', 40000)"))];
}

function on_socket(): array
{
    return [(int) value(new PDO('pgsql:host=' . given('socket') . ' dbname=postgres user=tern port=' . given('port')), 'SELECT pg_backend_pid()')];
}

function on_persistent($request): array
{
    if (isset($request->get['pgsql'])) {
        return [pg_get_pid(pg_pconnect(connection_string('tern', 'pass', '')))];
    }
    return [session_of(connect('pdo', [PDO::ATTR_PERSISTENT => true]))];
}

// Not blocking: [session, whether the last poll says so, whether it is connected].
function on_asynchronous(): array
{
    $db = pg_connect(connection_string('tern', 'pass', ''), PGSQL_CONNECT_ASYNC);
    while (!in_array($polled = pg_connect_poll($db), [PGSQL_POLLING_OK, PGSQL_POLLING_FAILED], true)) {
        usleep(1000);
    }
    return [pg_get_pid($db), $polled === PGSQL_POLLING_OK, pg_connection_status($db) === PGSQL_CONNECTION_OK];
}

// The failure of a connect.
function on_wrong($request): array
{
    try {
        connect($request->get['kind'], [], 'second', 'wrong');
        return ['connected'];
    } catch (PDOException | PgsqlError $error) {
        return [$error->getMessage()];
    }
}

function on_second(): array
{
    return [session_of(connect('pdo', [], 'second', 'pass'))];
}

// The password is in a file, and in the variables of the environment.
function on_file($request): array
{
    putenv('PGPASSFILE=' . given('folder') . '/passwords');
    putenv("PGOPTIONS=-c application_name={$request->get['name']}");
    try {
        $db = new PDO('pgsql:host=127.0.0.1 user=second dbname=postgres port=' . given('port'));
        return rows($db, "SELECT pg_backend_pid(), current_setting('application_name')")[0];
    } catch (PDOException $error) {
        return [$error->getMessage()];
    } finally {
        putenv('PGPASSFILE');
        putenv('PGOPTIONS');
    }
}

function on_hold($request): array
{
    $db = connect($request->get['kind'] ?? 'pdo');
    $id = session_of($db);
    note('HOLDS', (string) $id);
    await_file($request->get['until']);
    return [$id];
}

// What is left of a closed connection must not reach the next program's.
function on_left(): array
{
    static $result = null;
    static $object = null;
    $db = connect('pgsql');
    $id = session_of($db);
    if ($result === null) {
        execute($db, 'BEGIN');
        $object = pg_lo_open($db, pg_lo_create($db), 'w');
        $result = pg_query($db, 'SELECT name FROM things');
        pg_close($db);
        return [$id];
    }
    execute($db, 'BEGIN');
    $own = pg_lo_open($db, pg_lo_create($db), 'w');
    return [$id, @pg_field_table($result, 0), pg_fetch_result($result, 0, 0), @pg_lo_write($object, 'dirt'), pg_lo_tell($own)];
}

function on_timeout($request): array
{
    try {
        return [session_of(connect($request->get['kind'] ?? 'pdo'))];
    } catch (PDOException | PgsqlError $error) {
        return [$error->getCode(), $error->errorInfo ?? null, $error->getMessage()];
    }
}

function on_slow($request): array
{
    $db = connect($request->get['kind']);
    $self = Swoole\Coroutine::getCid();
    go(function () use ($self) {
        await_file('cancel');
        Swoole\Coroutine::cancel($self);
    });
    note('SLOW', (string) session_of($db));
    return [failure($db, 'SELECT pg_sleep(60)')];
}

// The server may get the message that cancels a query later.
function on_cancel(): array
{
    $db = connect('pgsql');
    pg_send_query($db, "DO $$ BEGIN RAISE NOTICE 'begun'; PERFORM pg_sleep(60); END $$");
    $begun = [pg_socket($db)];
    $none = null;
    stream_select($begun, $none, $none, 20);
    pg_cancel_query($db);
    return [pg_get_pid($db)];
}

function on_reset(): array
{
    $db = connect('pgsql');
    dirty($db, 'settings');
    $before = pg_get_pid($db);
    pg_connection_reset($db);
    return [$before, pg_get_pid($db)];
}

function on_exit(): array
{
    $db = connect('pdo');
    note('ID', (string) session_of($db));
    $db->beginTransaction();
    $db->exec("INSERT INTO things (name) VALUES ('dirt')");
    exit;
}

function on_fork(): array
{
    $db = connect('pdo');
    $pid = pcntl_fork();
    if ($pid === 0) {
        pcntl_exec('/bin/true');
    }
    pcntl_waitpid($pid, $status);
    return [session_of($db)];
}

function on_seed(): array
{
    $db = connect('pdo');
    $seen = value($db, 'SELECT random()');
    execute($db, 'SELECT setseed(0.5)');
    return [session_of($db), $seen];
}

// Whether the session is this request's alone while others run, and how many sessions the server has.
function on_mix($request): array
{
    $db = connect($request->get['kind']);
    $found = value($db, 'SHOW application_name');
    $own = bin2hex(random_bytes(8));
    execute($db, "SET application_name = '$own'", 'CREATE TEMPORARY SEQUENCE own', 'BEGIN');
    rows($db, 'SELECT pg_sleep(0.005)');
    $kept = value($db, 'SHOW application_name') === $own && (int) value($db, "SELECT nextval('own')") === 1;
    return [$found, $kept, (int) value($db, "SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")];
}

// How long a page with one query takes.
function on_cost($request): array
{
    $begin = hrtime(true);
    $db = connect($request->get['kind'], more: $request->get['tls'] ? 'sslmode=require' : 'sslmode=disable');
    value($db, 'SELECT 1');
    unset($db);
    return ['us' => (hrtime(true) - $begin) / 1000];
}

// The sessions at the server, besides this one.
function on_sessions(): array
{
    return array_column(rows(connect('pdo'), "SELECT pid FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid()"), 0);
}

serve_functions();
