<?php
// kept.php: objects that a program keeps for many requests, for kept_objects_test.py. A path is the name of a function, and `kind`
// says which object it uses.

require __DIR__ . '/../support/server.php';
require __DIR__ . '/actions.php';

final class Kept
{
    public static array $objects = [];
    public static mixed $statement = null;
    public static mixed $result = null;

    public static function get(string $kind): PDO|mysqli
    {
        return self::$objects[$kind] ??= connect($kind, $kind === 'pdo' ? self::OPTIONS : []);
    }

    // PDO makes them with each connect.
    private const OPTIONS = [PDO::ATTR_EMULATE_PREPARES => false];
}

function id(PDO|mysqli $db): int
{
    return (int) value($db, 'SELECT CONNECTION_ID()');
}

function on_id($request): array
{
    return [id(Kept::get($request->get['kind']))];
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
    foreach (['settings', 'charset', 'autocommit', 'variables', 'temporary', 'lock', 'database'] as $what) {
        dirty($db, $what);
    }
    return [];
}

const SETTINGS = [
    'names' => ['SET NAMES latin1 COLLATE latin1_german2_ci'],
    'zone' => ["SET time_zone = '+05:00'"],
    'mode' => ["SET SESSION sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'"],
    'database' => ['USE other'],
    'isolation' => ['SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ ONLY'],
    'autocommit' => ['SET autocommit = 0', 'COMMIT'],
    'several' => ["SET NAMES 'utf8mb4' COLLATE 'utf8mb4_bin', SESSION sql_mode='STRICT_ALL_TABLES', @@session.group_concat_max_len := 8;"],
    'failed' => ['USE other', 'USE nowhere'],
];

function on_set($request): array
{
    $db = Kept::get($request->get['kind']);
    foreach (SETTINGS[$request->get['what']] as $query) {
        failure($db, $query);
    }
    return seen($db);
}

function on_seen($request): array
{
    return seen(Kept::get($request->get['kind']));
}

// What does not depend on the last statement.
function seen(PDO|mysqli $db): array
{
    $variables = array_column(rows($db, 'SHOW SESSION VARIABLES'), 1, 0);
    $last = ['last_insert_id', 'identity', 'warning_count', 'error_count', 'rand_seed1', 'rand_seed2', 'timestamp', 'pseudo_thread_id', 'in_transaction'];
    $seen = [
        'variables' => array_diff_key($variables, array_flip($last)),
        'session' => rows($db, "SELECT DATABASE(), CURRENT_USER(), CHARSET('a'), COLLATION('a'), FROM_UNIXTIME(0)"),
        'quoted' => $db instanceof PDO ? $db->quote("it's \\ \"") : $db->real_escape_string("it's \\ \""),
        'object' => $db instanceof PDO ? [$db->getAttribute(PDO::ATTR_SERVER_VERSION), $db->getAttribute(PDO::ATTR_AUTOCOMMIT)]
            : [$db->host_info, $db->character_set_name(), $db->server_info],
    ];
    execute($db, 'COMMIT');
    return $seen;
}

// The settings by a statement that the server prepares, as Laravel did.
function on_prepared($request): array
{
    $db = Kept::get($request->get['kind']);
    $db->prepare("SET time_zone = '+07:00'");
    $db->prepare("SET time_zone = '+06:00'")->execute();
    return [value($db, 'SELECT @@time_zone')];
}

function on_zone($request): array
{
    return [value(Kept::get($request->get['kind']), 'SELECT @@time_zone')];
}

function on_several(): array
{
    $db = Kept::get('mysqli');
    $db->multi_query('SELECT 1; SELECT 2');
    $rows = [];
    do {
        $rows[] = $db->store_result()->fetch_row()[0];
    } while ($db->more_results() && $db->next_result());
    return $rows;
}

function on_pin($request): array
{
    $db = Kept::get($request->get['kind']);
    match ($request->get['what']) {
        'user_variable' => execute($db, 'SET @a = 1'),
        'temporary_table' => execute($db, 'CREATE TEMPORARY TABLE temporary_things (id INT)'),
        'lock' => value($db, "SELECT GET_LOCK('a lock', 1)"),
        'setting' => execute($db, 'SET timestamp = 1000'),
        'unknown_statement' => value($db, 'SELECT test.remembers()'),
        'transaction' => execute($db, 'START TRANSACTION'),
        'prepared_statement' => Kept::$statement = $db->prepare('SELECT ?'),
        'result' => Kept::$result = unbuffered($db),
        'changed_user' => $db->change_user('second', 'pass', 'test'),
    };
    return [id_or_null($db, $request->get['what'])];
}

function id_or_null(PDO|mysqli $db, string $what): ?int
{
    return $what === 'result' ? null : id($db);
}

function unbuffered(PDO|mysqli $db): mixed
{
    $query = 'SELECT 1 UNION SELECT 2 UNION SELECT 3';
    if ($db instanceof mysqli) {
        $db->real_query($query);
        return $db->use_result();
    }
    $db->setAttribute(mysql_attribute('USE_BUFFERED_QUERY'), false);
    return $db->query($query);
}

// Ends what can be ended.
function on_unpin($request): array
{
    $db = Kept::get($request->get['kind']);
    Kept::$statement = Kept::$result = null;
    if ($request->get['what'] === 'transaction') {
        execute($db, 'ROLLBACK');
    }
    return [id($db)];
}

// A result that the object has read is used after its request.
function on_store($request): array
{
    $db = Kept::get($request->get['kind']);
    $db instanceof PDO && $db->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
    Kept::$result = $db->query('SELECT 1 UNION SELECT 2');
    return [];
}

function on_stored(): array
{
    return [Kept::$result instanceof PDOStatement ? Kept::$result->fetchAll(PDO::FETCH_COLUMN) : array_column(Kept::$result->fetch_all(), 0)];
}

function on_failure($request): array
{
    $db = Kept::get($request->get['kind']);
    try {
        return ['id' => id($db)];
    } catch (PDOException | mysqli_sql_exception $error) {
        return ['error' => $error->getMessage(), 'code' => $error instanceof PDOException ? $error->errorInfo[1] : $error->getCode()];
    }
}

function on_slow($request): array
{
    $db = Kept::get($request->get['kind']);
    note('SLOW', (string) id($db));
    return [value($db, 'SELECT SLEEP(60)')];
}

// The row is locked: the server notices no end of its client while it waits.
function on_blocked($request): array
{
    $db = Kept::get($request->get['kind']);
    ignore_user_abort(false);
    note('BLOCKED', (string) id($db));
    $self = Swoole\Coroutine::getCid();
    isset($request->get['cancel']) && go(function () use ($self) {
        await_file('cancel');
        Swoole\Coroutine::cancel($self);
    });
    execute($db, "UPDATE test.things SET name = 'blocked' WHERE id = 1");
    return ['not blocked'];
}

function on_lock_row($request): array
{
    $db = connect('pdo');
    $db->beginTransaction();
    execute($db, "UPDATE test.things SET name = 'locked' WHERE id = 1");
    note('LOCKED', '');
    await_file($request->get['until']);
    $db->rollBack();
    return [];
}

function await_file(string $name): void
{
    while (!file_exists(given('folder') . "/$name")) {
        usleep(2000);
        clearstatcache();
    }
}

function on_hold($request): array
{
    $db = connect('pdo');
    note('HOLDS', (string) id($db));
    await_file($request->get['until']);
    return [id($db)];
}

function on_children($request): array
{
    $db = Kept::get($request->get['kind']);
    execute($db, "INSERT INTO test.things (name) VALUES ('parent')");
    $mine = id($db);
    $theirs = null;
    Swoole\Coroutine::join([go(function () use ($db, &$theirs) {
        $theirs = id($db);
    })]);
    return [$mine, $theirs, (int) value($db, 'SELECT LAST_INSERT_ID()') > 0];
}

function on_pinned(): array
{
    return Tern\Internal\pinned_connections();
}

function on_report(): array
{
    $report = [];
    foreach (Tern\Metrics::collect() as $name => $family) {
        if (!str_starts_with($name, 'tern_db_connections') && !str_starts_with($name, 'tern_pool')) {
            continue;
        }
        foreach ($family['samples'] as $sample) {
            $report[$name . ($sample['labels']['reason'] ?? '')] = $sample['value'];
        }
    }
    return $report;
}

$server = http_server();
$server->on('request', function ($request, $response) {
    $function = 'on_' . trim($request->server['path_info'], '/');
    $response->end(json_encode($function($request), JSON_THROW_ON_ERROR | JSON_PARTIAL_OUTPUT_ON_ERROR));
});
run();
