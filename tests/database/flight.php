<?php
// flight.php: objects that send the same query at once, for shared_queries.php and pgsql_shared_queries.php, which say how a
// table is locked: locked() and UNLOCK, what reads it: REPORT, what writes: WRITE, and
// which options of PDO let it send texts: TEXTS.
//
// go() runs a coroutine until it waits. So after flight() all of them have sent their query, or wait for the response to that of the
// first one, which waits for the table.

require __DIR__ . '/common.php';

/** What a coroutine has seen: rows, or an error. */
function seen(mixed $db, string $query): array|string
{
    try {
        return rows($db, $query);
    } catch (PDOException | mysqli_sql_exception | PgsqlError $error) {
        return 'error: ' . $error->getMessage();
    }
}

/**
 * @param array $objects by the name of each
 * @param callable(PDO|mysqli|PgSql\Connection, string): mixed $ask
 * @param callable(array, PDO): void|null $meanwhile gets the ids of the coroutines, and the object that has locked the table
 * @return array what each has seen, by its name
 */
function flight(array $objects, callable $ask, ?callable $meanwhile = null): array
{
    $lock = locked();
    $seen = $coroutines = [];
    foreach ($objects as $name => $object) {
        $coroutines[$name] = go(function () use ($object, $name, $ask, &$seen) {
            $seen[$name] = $ask($object, (string) $name);
        });
    }
    $meanwhile && $meanwhile($coroutines, $lock);
    execute($lock, UNLOCK);
    Swoole\Coroutine::join(array_values($coroutines));
    ksort($seen);
    return ['seen' => $seen];
}

function objects(int $count, string $kind = 'pdo', array $options = []): array
{
    return array_map(fn() => connect($kind, $options), range(1, $count));
}

// Objects that a program keeps: they rest between requests, and need no connection for the response of another.
function on_kept(): array
{
    static $objects = [];
    if ($objects !== []) {
        return flight($objects, fn($db) => seen($db, REPORT));
    }
    for ($number = 0; $number < 6; ++$number) {
        Swoole\Coroutine::join([go(function () use (&$objects) {
            execute($objects[] = connect('pdo', TEXTS), 'SELECT 1');
        })]);
    }
    return [];
}

function write_in_process(): void
{
    touch(given('folder') . '/write');
    await_file('written');
    unlink(given('folder') . '/written');
}

// Other processes that write: a task worker, and one of the program's own.
function serve_flights(): never
{
    serve_functions(function ($server) {
        if (!isset(given('options')['task_worker_num'])) {
            return;
        }
        $server->on('task', fn() => execute(connect('pdo'), WRITE) ?? 'done');
        $server->addProcess(new Swoole\Process(function () {
            while (true) {
                await_file('write');
                unlink(given('folder') . '/write');
                execute(connect('pdo'), WRITE);
                touch(given('folder') . '/written');
            }
        }));
    });
}
