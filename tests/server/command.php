<?php
// Each worker asks what its query says: name, id, type, data, decodes. So do the master and a process where the test says so.

require __DIR__ . '/../support/server.php';

const ALL = SWOOLE_SERVER_COMMAND_MASTER | SWOOLE_SERVER_COMMAND_MANAGER | SWOOLE_SERVER_COMMAND_EVENT_WORKER;

$server = http_server();
$server->addCommand('who', ALL, fn($server, $message) => json_encode([getmypid(), $server->getWorkerId(), $message]));
$server->addCommand('sleep', ALL, function ($server, $message) {
    Co::sleep(0.001);
    return $message;
});
$server->addCommand('large', ALL, fn($server, $message) => str_repeat('x', (int) $message));
$server->addCommand('throw', ALL, fn() => throw new Exception('a command failed'));
$server->addCommand('nothing', ALL, function () {
});
$server->addCommand('end', ALL, fn() => Swoole\Process::kill(getmypid(), SIGKILL));
$server->addCommand('worker', SWOOLE_SERVER_COMMAND_EVENT_WORKER, fn() => 'true');

$server->on('request', function ($request, $response) use ($server) {
    if (answers_serving($request, $response, $server)) {
        return;
    }
    $query = json_decode($request->rawContent(), true);
    if (!isset($query['from']) || $query['from'] === $server->worker_id) {
        try {
            $got = @$server->command(...$query['ask']);
        } catch (Error $e) {
            return $response->end($e->getMessage());
        }
        return $response->end(json_encode([$got, $got === false ? swoole_last_error() : 0, $server->worker_id, getmypid()]));
    }
    $response->header('Connection', 'close');
    $response->end('other');
});

// Null: no process asks. Otherwise whether it is in a coroutine.
if (($in_coroutine = given('process', null)) !== null) {
    $server->addProcess(new Swoole\Process(function () use ($server, $in_coroutine) {
        note('<got', json_encode([$server->command('who', 0, SWOOLE_SERVER_COMMAND_MASTER, 'x'), $server->command('who', 1, 8, ['x']),
            strlen($server->command('large', 0, 8, 1000000, false))]) . '>');
        while ($in_coroutine) {
            Co::sleep(100);
        }
        sleep(100);
    }, false, 2, $in_coroutine));
}
if (given('master', false)) {
    $server->on('start', function ($server) {
        announce($server);
        note('<got', json_encode([$server->command('who', 1, 8, 1), $server->command('who', 0, 2, 1)]) . '>');
    });
}
run();
