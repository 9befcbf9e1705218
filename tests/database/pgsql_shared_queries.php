<?php
// pgsql_shared_queries.php: programs that send the same SELECT to PostgreSQL at once, for pgsql_shared_queries_test.py. A path is the name
// of a function.

use PgSql\Connection;

require __DIR__ . '/flight.php';
require __DIR__ . '/pgsql_actions.php';

const REPORT = 'SELECT id, name FROM public.report ORDER BY id';
const UNLOCK = 'COMMIT';
const TEXTS = [PDO::ATTR_EMULATE_PREPARES => true];
const WRITE = "UPDATE things SET name = 'written'";

// How a query is sent. The functions of libpq are PQprepare() and PQexecPrepared(), PQexec(), or PQexecParams().
const WAYS = [
    'pdo prepared' => [],
    'pdo text' => TEXTS,
    'pdo values' => [PDO::PGSQL_ATTR_DISABLE_PREPARES => true],
];

// The view can be read once this transaction ends. A lock of a table would wait in PQprepare(), too.
function locked(): PDO
{
    execute($lock = connect('pdo'), 'BEGIN', 'SELECT pg_advisory_xact_lock(7)');
    return $lock;
}

function own(string $way): PDO|Connection
{
    return isset(WAYS[$way]) ? connect('pdo', WAYS[$way]) : connect('pgsql', flags: PGSQL_CONNECT_FORCE_NEW);
}

// What sends a query with an object of its own, as a function of its values. A statement that the server prepares is executed once
// before, since it is prepared with its first execution.
function asker(string $way, string $query = REPORT, array $values = []): Closure
{
    $ask = asker_of(own($way), $way, $query);
    if (str_ends_with($way, 'prepared')) {
        $ask($values);
    }
    return $ask;
}

/** What the function returns is what a coroutine has seen: rows, or an error. */
function asker_of(PDO|Connection $db, string $way, string $query = REPORT): Closure
{
    $rows = $db instanceof PDO ? rows_of_pdo($db, $query) : rows_of_pgsql($db, $way, str_replace('?', '$1', $query));
    return function (array $values = []) use ($rows): array|string {
        try {
            return $rows($values);
        } catch (PDOException | PgsqlError $error) {
            return 'error: ' . $error->getMessage();
        }
    };
}

function rows_of_pdo(PDO $db, string $query): Closure
{
    $statement = $db->prepare($query);
    return function (array $values) use ($statement): array {
        $statement->execute($values);
        return $statement->fetchAll(PDO::FETCH_NUM);
    };
}

function rows_of_pgsql(Connection $db, string $way, string $query): Closure
{
    $way === 'pgsql prepared' && pg_prepare($db, 'own', $query);
    return fn(array $values) => pg_fetch_all(quiet(fn() => match ($way) {
        'pgsql text' => pg_query($db, $query),
        'pgsql values' => pg_query_params($db, $query, $values),
        'pgsql prepared' => pg_execute($db, 'own', $values),
    }), PGSQL_NUM);
}

function on_prepare(): array
{
    $db = connect('pdo');
    execute(
        $db,
        'SET client_min_messages = warning',
        'CREATE TABLE IF NOT EXISTS public.kept (id INT PRIMARY KEY, name VARCHAR(100))',
        'DELETE FROM public.kept',
        "INSERT INTO public.kept VALUES (1, 'first'), (2, 'second'), (3, NULL)",
        'CREATE OR REPLACE FUNCTION public.held() RETURNS BOOL LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock_shared(7); RETURN true; END $$',
        'CREATE OR REPLACE VIEW public.report AS SELECT id, name FROM public.kept WHERE public.held()',
        'GRANT ALL ON public.report, public.kept TO second',
        "CREATE OR REPLACE FUNCTION public.noticed() RETURNS INT LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE 'noticed'; RETURN 1; END $$",
        'CREATE OR REPLACE VIEW public.noticing AS SELECT id, name, public.noticed() FROM public.report',
    );
    return [];
}

function askers(string $way, int $count, string $query = REPORT, array $values = []): array
{
    return array_map(fn() => asker($way, $query, $values), range(1, $count));
}

function on_identical($request): array
{
    ['way' => $way, 'count' => $count, 'query' => $query] = $request->get + ['way' => 'pdo text', 'query' => REPORT];
    return flight(askers($way, (int) $count, $query), fn($ask) => $ask());
}

// Half of the objects have another value. With `name > NULL` the server would not read the view, so it would not wait.
function on_values($request): array
{
    $values = json_decode($request->get['values']);
    $askers = askers($request->get['way'], 6, "SELECT id, name FROM public.report WHERE name > COALESCE(?, 'g') ORDER BY id", ['']);
    return flight($askers, fn($ask, $name) => $ask([$values[$name % 2]]));
}

// Each object has its own settings, text, user or state before the query.
function on_different(): array
{
    $ways = ['first' => 'pdo text', 'zone' => 'pdo text', 'user' => 'pdo text', 'text' => 'pdo text', 'transaction' => 'pdo text', 'role' => 'pdo text',
        'failed' => 'pdo text', 'temporary' => 'pdo text', 'values' => 'pdo values', 'persistent' => 'pdo text', 'last' => 'pdo text'];
    $objects = array_map(own(...), $ways);
    $objects['user'] = connect('pdo', WAYS['pdo text'], 'second');
    $objects['persistent'] = connect('pdo', [PDO::ATTR_PERSISTENT => true] + WAYS['pdo text']);
    execute($objects['zone'], "SET TimeZone = 'Asia/Tokyo'");
    execute($objects['transaction'], 'BEGIN');
    execute($objects['role'], 'SET ROLE tern');
    execute($objects['temporary'], 'CREATE TEMPORARY TABLE temporary_things (id INT)');
    failure($objects['failed'], 'SELECT nothing');
    return flight($objects, fn($db, $name) => asker_of($db, $ways[$name], $name === 'text' ? REPORT . ' ' : REPORT)());
}

// The first object has another statement at the server than it has asked for last.
function on_other_statement($request): array
{
    ['name' => $name] = $request->get;
    $query = 'SELECT id, name FROM public.report WHERE id > $1 ORDER BY id';
    $other = 'SELECT id, name FROM public.report WHERE id < $1 ORDER BY id';
    [$first, $second] = [own('pgsql prepared'), own('pgsql prepared')];
    pg_prepare($second, $name, $query);
    if ($name === '') {
        pg_prepare($first, '', $query);
        pg_query_params($first, $other, [0]);  // it becomes the one without a name
    } else {
        pg_prepare($first, $name, $other);
        pg_send_prepare($first, $name, $query);  // there is one of this name
        while ($result = pg_get_result($first)) {
            pg_result_error($result) !== '' || throw new LogicException('it was prepared');
        }
    }
    return flight([$first, $second], fn($db) => pg_fetch_all(quiet(fn() => pg_execute($db, $name, [2])), PGSQL_NUM));
}

function on_cancelled($request): array
{
    ['which' => $which, 'way' => $way] = $request->get;
    $askers = askers($way, 4);
    $found = flight($askers, fn($ask) => $ask(), fn($coroutines) => Swoole\Coroutine::cancel($coroutines[(int) $which]));
    return $found + ['later' => $askers[(int) $which]()];
}

function on_lost(): array
{
    $objects = array_map(fn() => own('pgsql text'), range(0, 3));
    $id = pg_get_pid($objects[0]);
    return flight($objects, fn($db) => asker_of($db, 'pgsql text')(), function () use ($id) {
        execute(connect('pdo'), "SELECT pg_terminate_backend($id)");
    });
}

// What the objects say after a result that they have not asked for.
function on_described(): array
{
    $objects = array_map(fn() => own('pgsql text'), range(0, 2));
    $statements = array_map(fn() => own('pdo prepared')->prepare(REPORT), range(0, 1));
    array_map(fn($statement) => $statement->execute(), $statements);
    return flight([...$objects, ...$statements], function ($db) {
        if ($db instanceof PDOStatement) {
            ($statement = $db)->execute();
            return [$statement->rowCount(), $statement->getColumnMeta(1), $statement->fetchAll(PDO::FETCH_ASSOC), $statement->errorInfo()];
        }
        $result = pg_query($db, REPORT);
        return [pg_num_rows($result), pg_num_fields($result), pg_field_name($result, 1), pg_field_type($result, 1), pg_field_size($result, 0), pg_field_table($result, 0),
            pg_affected_rows($result), pg_result_status($result, PGSQL_STATUS_STRING), pg_result_error($result), pg_field_is_null($result, 2, 1), pg_last_error($db),
            pg_transaction_status($db), pg_fetch_all($result)];
    });
}

// A query that begins after a write sees it, though the same one is under way: one of another object, and one of another process.
function on_written($request): array
{
    $objects = array_map(fn() => own('pdo text'), range(0, 2));
    $writer = own($request->get['kind']);
    $late = null;
    $found = flight(array_slice($objects, 0, 2), fn($db) => seen($db, REPORT), function () use ($writer, $objects, $request, &$late) {
        write_by($writer, $request->get['how']);
        $late = go(fn() => rows($objects[2], REPORT));
    });
    Swoole\Coroutine::join([$late]);
    return $found;
}

function write_by(PDO|Connection $db, string $how): void
{
    match ($how) {
        'text' => execute($db, WRITE),
        'several' => execute($db, 'SELECT 1; ' . WRITE),
        'values' => pg_query_params($db, 'UPDATE things SET name = $1', ['written']),
        'prepared' => pg_prepare($db, 'write', WRITE) && pg_execute($db, 'write', []),
        'made again' => make_again($db),
        'transaction' => execute($db, 'BEGIN', 'SAVEPOINT a', 'COMMIT'),
        'asynchronous' => send_and_await($db, WRITE),
        'busy' => send_and_poll($db, WRITE),
        'copied' => pg_copy_from($db, 'things (name)', ["copied\n"]),
        'put' => pg_query($db, 'COPY things (name) FROM STDIN') && pg_put_line($db, "copied\n") && pg_put_line($db, "\\.\n") && pg_end_copy($db),
        'pdo copied' => $db->pgsqlCopyFromArray('things (name)', ['copied']),
        'function' => execute($db, 'SELECT public.noticed()'),
        'failed' => failure($db, 'UPDATE things SET nothing = 1'),
        'process' => $GLOBALS['server']->taskwait('write'),
        'user process' => write_in_process(),
        'read' => execute($db, 'SELECT COUNT(*), now() FROM things', "SET TimeZone = 'UTC'", 'BEGIN', 'SAVEPOINT a', 'SHOW TimeZone'),
        'prepared read' => $db->prepare('SELECT COUNT(*) FROM things WHERE id > ?')->execute([1]),
        'asynchronous read' => send_and_await($db, 'SELECT COUNT(*) FROM things'),
    };
}

// A name that was of a statement that reads.
function make_again(Connection $db): void
{
    pg_prepare($db, 'again', 'SELECT 1');
    pg_query($db, 'DEALLOCATE again;');
    pg_query($db, 'PREPARE again AS ' . WRITE);
    pg_execute($db, 'again', []);
}

function send_and_await(Connection $db, string $query): void
{
    pg_send_query($db, $query);
    while (pg_get_result($db));
}

// The result has come, and is not read.
function send_and_poll(Connection $db, string $query): void
{
    pg_send_query($db, $query);
    while (pg_connection_busy($db)) {
        usleep(1000);
    }
}

serve_flights();
