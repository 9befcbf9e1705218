<?php
// The scenarios of postgresql_test.py: php postgresql.php NAME PORT. Each prints what it saw.

use Swoole\Coroutine\PostgreSQL;

function show(mixed ...$values): void
{
    echo implode(' | ', array_map(fn(mixed $value) => is_object($value) ? $value::class . json_encode($value)
        : json_encode($value, JSON_PRESERVE_ZERO_FRACTION), $values)), "\n";
}

function connect(): PostgreSQL
{
    $client = new PostgreSQL();
    if (!$client->connect("host=127.0.0.1;port={$GLOBALS['argv'][2]};dbname=postgres;user=tern")) {
        throw new Exception($client->error);
    }
    return $client;
}

function create(PostgreSQL $client): void
{
    $client->query('CREATE TEMPORARY TABLE t (id serial PRIMARY KEY, name text, price real, good bool, data bytea, n numeric)');
    $client->query("INSERT INTO t (name, price, good, data, n) VALUES ('a', 0.25, true, '\\x00ff', 1.50), (NULL, NULL, false, NULL, NULL)");
}

/** Until the server has $count sessions that wait for the lock. */
function await_locked(PostgreSQL $client, int $count): void
{
    while ($client->query("SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event = 'advisory'")->fetchRow()[0] !== $count) {
        Co::sleep(0.002);
    }
}

class Row
{
    public string $seen;
    public $id;
    public function __construct(string $prefix)
    {
        $this->seen = $prefix . $this->id;
    }
}

function fetches(): void
{
    $client = connect();
    create($client);
    $result = $client->query('SELECT id, name, price, good, n FROM t ORDER BY id');
    show($result->fetchAll(), $result->fetchAll(SW_PGSQL_NUM));
    show($result->numRows(), $result->fieldCount(), $result->affectedRows(), $result->error, $result->resultStatus);
    show(
        $result->fetchAssoc(),
        $result->fetchRow(),
        $result->fetchRow(),
        $result->fetchRow(9),
        $result->fetchArray(0),
        $result->fetchObject(1),
    );
    show(
        $client->query('SELECT 1 AS id')->fetchObject(0, Row::class, ['#']),
        $client->query('SELECT 1, 2')->fetchAssoc(),
    );
    show(
        bin2hex($client->query('SELECT data FROM t')->fetchRow()[0]),
        $client->query("SELECT 'Infinity'::float8, 1::int8")->fetchRow()[0] === INF,
    );
    show($client->query('SELECT 1 WHERE false')->fetchAll(), $client->query('UPDATE t SET n = 2')->affectedRows());
    show($client->query("SELECT 1; SELECT 2")->fetchAll());
}

function old_shape(): void
{
    $client = connect();
    create($client);
    $result = $client->query('SELECT id, name FROM t ORDER BY id');
    show(
        $client->fetchAll($result),
        $client->numRows($result),
        $client->fieldCount($result),
        $client->affectedRows($result),
    );
    while ($row = $client->fetchRow($result)) {
        show($row);
    }
    show(
        $client->fetchAssoc($result, 1),
        $client->fetchArray($result, 0, SW_PGSQL_ASSOC),
        $client->fetchObject($result, 0),
    );
    show((bool) $client->prepare('by_id', 'SELECT name FROM t WHERE id = $1'));
    show(
        $client->fetchAll($client->execute('by_id', [1])),
        $client->execute('none', []),
        $client->resultDiag['sqlstate'],
    );
}

function prepared(): void
{
    $client = connect();
    create($client);
    $statement = $client->prepare('INSERT INTO t (name, good, data, price) VALUES ($1, $2, $3, $4) RETURNING id, good');
    $file = fopen('php://memory', 'w+');
    fwrite($file, 'content');
    rewind($file);
    show($statement->execute(['x', false, $file, 0.5]), $statement->fetchAssoc(), $statement->affectedRows());
    show(
        $statement->execute(['y', true, null, null]),
        $statement->fetchAssoc(),
        $statement->execute([1]),
        $statement->error,
        $client->error,
    );
    show($client->query('SELECT name, data, price FROM t WHERE id > 2 ORDER BY id')->fetchAll());
    $count = fn() => $client->query("SELECT COUNT(*) FROM pg_prepared_statements")->fetchRow()[0];
    [$other, $before] = [$client->prepare('SELECT 1'), $count()];
    unset($statement, $other);
    $third = $client->prepare('SELECT 3');
    show($before, $count());
    show(
        $client->connect("host=127.0.0.1 port={$GLOBALS['argv'][2]} dbname=postgres user=tern"),
        $third->execute(),
        $third->resultDiag['sqlstate'],
    );
    $fourth = $client->prepare('SELECT 4');
    unset($third);
    show((bool) $client->prepare('SELECT 5'), $fourth->execute(), $fourth->fetchRow());
}

function errors(): void
{
    $client = new PostgreSQL();
    show($client->query('x'), $client->error, $client->prepare('x'), $client->escape('x'), $client->escapeLiteral('x'));
    show($client->metaData('x'), $client->createLOB(), $client->openLOB(1), $client->status() === PGSQL_CONNECTION_BAD);
    show($client->connect('host=127.0.0.1 port=1 user=x'), str_contains($client->error, 'Connection refused'));
    show($client->connect('what'), $client->error !== null);
    show(
        $client->connect("host=127.0.0.1 port={$GLOBALS['argv'][2]} dbname=none user=tern"),
        str_contains($client->error, '"none" does not exist'),
    );
    $client = connect();
    show($client->query('SELECT * FROM none'), $client->error, $client->resultStatus === PGSQL_FATAL_ERROR);
    show($client->resultDiag['sqlstate'], $client->resultDiag['severity'], $client->resultDiag['message_primary']);
    show($client->prepare('SELECT * FROM none'), $client->query(''), $client->error);
    show(
        (bool) $client->query('SELECT 1'),
        $client->error,
        $client->resultDiag,
        $client->status() === PGSQL_CONNECTION_OK,
    );
    $client->query("DO \$\$ BEGIN RAISE NOTICE 'look'; END \$\$");
    show(count($client->notices), trim($client->notices[0]));
    show($client->query('COPY (SELECT 1) TO STDOUT'), $client->error, $client->query('SELECT 1'), $client->error);
    [$client, $killer] = [connect(), connect()];
    $killer->query('SELECT pg_terminate_backend(' . $client->query('SELECT pg_backend_pid()')->fetchRow()[0] . ')');
    show(
        $client->query('SELECT 1'),
        str_contains($client->error, 'terminating'),
        $client->query('SELECT 1'),
        $client->error,
    );
}

function texts(): void
{
    $client = connect();
    show($client->escape("it's"), $client->escapeLiteral("it's"), $client->escapeIdentifier('a"b'));
    $client->query('CREATE TABLE m (id serial PRIMARY KEY, name varchar(9) NOT NULL)');
    show(array_map(fn(array $column) => [$column['num'], $column['type'], $column['not null']], $client->metaData('m')));
    $client->query('DROP TABLE m');
    show($client->metaData('none'), $client->error !== null);
}

function objects(): void
{
    $client = connect();
    $client->query('BEGIN');
    $object = $client->openLOB($oid = $client->createLOB(), 'wb');
    show(
        is_int($oid),
        fwrite($object, 'Shanghai'),
        rewind($object),
        fread($object, 5),
        ftell($object),
        fread($object, 99),
        feof($object),
    );
    $statement = $client->prepare('SELECT $1::oid');
    show($statement->execute([$object]), $statement->fetchRow() === [$oid], fclose($object));
    $client->query('COMMIT');
    $client->query('BEGIN');
    show(stream_get_contents($client->openLOB($oid)), $client->openLOB(1));
    $client->query('ROLLBACK');
}

function at_once(): void
{
    Swoole\Runtime::setHookFlags(0);
    $client = connect();
    $client->query('SELECT pg_advisory_lock(1)');
    for ($i = 0; $i < 3; ++$i) {
        go(function () {
            $other = connect();
            $other->query('SELECT pg_advisory_lock(1)');
            show($other->query('SELECT pg_advisory_unlock(1)')->fetchRow());
        });
    }
    await_locked($client, 3);
    show('three wait', Swoole\Runtime::getHookFlags());
    $client->query('SELECT pg_advisory_unlock(1)');
}

function two(): void
{
    [$client, $keeper] = [connect(), connect()];
    $keeper->query('SELECT pg_advisory_lock(1)');
    $first = go(fn() => show((bool) $client->query('SELECT pg_advisory_lock(1)')));
    try {
        $client->query('SELECT 1');
    } catch (Swoole\Error $error) {
        show(str_replace("#$first", '#first', $error->getMessage()));
    }
    await_locked($keeper, 1);
    $keeper->query('SELECT pg_advisory_unlock(1)');
}

function canceled(): void
{
    $keeper = connect();
    $keeper->query('SELECT pg_advisory_lock(1)');
    foreach ([false, true] as $throw) {
        $ended = false;
        $id = go(function () use (&$ended) {
            $client = connect();
            try {
                show($client->query('SELECT pg_advisory_lock(1)'), $client->error !== null);
            } finally {
                show($client->query('SELECT 1'), $client->error);
                $ended = true;
            }
        });
        await_locked($keeper, $throw ? 2 : 1);  // the server does not notice that the first has gone
        Co::cancel($id, $throw);
        while (!$ended) {
            Co::sleep(0.001);
        }
    }
}

function late(): void
{
    $silent = stream_socket_server('tcp://127.0.0.1:0');
    $client = new PostgreSQL();
    $port = substr(strrchr(stream_socket_get_name($silent, false), ':'), 1);
    show(
        $client->connect("host=127.0.0.1 port=$port user=tern sslmode=disable", 0.01),
        $client->error,
        $client->errCode,
    );
}

Co\run(fn() => $GLOBALS['argv'][1]());
