<?php
// db_options.php: one coroutine of a worker asks a database as often as $count says. $what is JSON: the kind of the query, the port of the
// database, and options of the server.

[, $what, $count] = $argv;
['kind' => $kind, 'port' => $port, 'options' => $options] = json_decode($what, true);

function asker(string $kind, string $port): Closure
{
    $pdo = fn(string $dsn, array $options = []) => new PDO("$dsn;host=127.0.0.1;port=$port", str_starts_with($dsn, 'mysql') ? 'root' : 'tern', '', $options);
    switch ($kind) {
        case 'mysql text':
            $db = $pdo('mysql:dbname=test');
            return fn() => $db->query('SELECT 1 + 1')->fetchAll();
        case 'mysql prepared':
            $statement = $pdo('mysql:dbname=test', [PDO::ATTR_EMULATE_PREPARES => false])->prepare('SELECT 1 + ?');
            return fn() => $statement->execute([1]) && $statement->fetchAll();
        case 'pgsql text':
            $db = $pdo('pgsql:dbname=postgres', [PDO::ATTR_EMULATE_PREPARES => true]);
            return fn() => $db->query('SELECT 1 + 1')->fetchAll();
        case 'pgsql values':
            $db = $pdo('pgsql:dbname=postgres', [PDO::PGSQL_ATTR_DISABLE_PREPARES => true]);
            return fn() => ($statement = $db->prepare('SELECT 1 + ?::int'))->execute([1]) && $statement->fetchAll();
        case 'pgsql prepared':
            $db = $pdo('pgsql:dbname=postgres');
            return fn() => ($statement = $db->prepare('SELECT 1 + ?::int'))->execute([1]) && $statement->fetchAll();
    }
}

$server = new Swoole\Http\Server('127.0.0.1', 0);
$server->set($options + ['worker_num' => 1, 'hook_flags' => SWOOLE_HOOK_ALL, 'enable_coroutine' => true]);
$server->on('request', fn($request, $response) => $response->end());
$server->on('workerStart', function ($server) use ($kind, $port, $count) {
    go(function () use ($server, $kind, $port, $count) {
        $ask = asker($kind, (string) $port);
        for ($done = 0; $done < $count; ++$done) {
            $ask();
        }
        $server->shutdown();
    });
});
$server->start();
