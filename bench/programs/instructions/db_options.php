<?php
// db_options.php: one coroutine of a worker asks a database as often as $count says. $what is JSON: the kind of the query, the port of the
// database, and options of the server.

[, $what, $count] = $argv;
/** @var array{kind: string, port: int, options: array<string, mixed>} $asked */
$asked = json_decode($what, true);

/** @param array<int, mixed> $options */
function opened_database(string $dsn, int $port, array $options): PDO
{
    return new PDO("$dsn;host=127.0.0.1;port=$port", str_starts_with($dsn, 'mysql') ? 'root' : 'tern', '', $options);
}

/** @return array<mixed> */
function fetched_rows(PDOStatement|false $statement): array
{
    return $statement === false ? throw new LogicException('the query has failed') : $statement->fetchAll();
}

function asker(string $kind, int $port): Closure
{
    $is_mysql = str_starts_with($kind, 'mysql');
    $db = opened_database($is_mysql ? 'mysql:dbname=test' : 'pgsql:dbname=postgres', $port, match ($kind) {
        'mysql prepared' => [PDO::ATTR_EMULATE_PREPARES => false],
        'pgsql text' => [PDO::ATTR_EMULATE_PREPARES => true],
        'pgsql values' => [PDO::PGSQL_ATTR_DISABLE_PREPARES => true],
        default => [],
    });
    if (str_ends_with($kind, 'text')) {
        return fn() => fetched_rows($db->query('SELECT 1 + 1'));
    }
    if ($is_mysql) {
        $statement = $db->prepare('SELECT 1 + ?');
        return fn() => $statement->execute([1]) && fetched_rows($statement);
    }
    return fn() => ($statement = $db->prepare('SELECT 1 + ?::int'))->execute([1]) && fetched_rows($statement);
}

$server = new Swoole\Http\Server('127.0.0.1', 0);
$server->set([...$asked['options'], 'worker_num' => 1, 'hook_flags' => SWOOLE_HOOK_ALL, 'enable_coroutine' => true]);
$server->on('request', fn($request, $response) => $response->end());
$server->on('workerStart', function (Swoole\Server $server) use ($asked, $count) {
    go(function () use ($server, $asked, $count) {
        $ask = asker($asked['kind'], $asked['port']);
        for ($done = 0; $done < $count; ++$done) {
            $ask();
        }
        $server->shutdown();
    });
});
$server->start();
