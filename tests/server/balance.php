<?php
// Two workers. The second accepts when the test has opened the gate, a FIFO.

require __DIR__ . '/../support/server.php';

// Many of them are in progress at a time.
function on_slow($request, $response, Swoole\Server $server): void
{
    Swoole\Coroutine::sleep(0.01);
    $response->end((string) $server->worker_id);
}

// Is in progress until its client leaves.
function on_hold($request, $response, Swoole\Server $server): void
{
    ignore_user_abort(false);
    Swoole\Coroutine::sleep(3600);
}

function on_worker($request, $response, Swoole\Server $server): void
{
    $response->end((string) $server->worker_id);
}

// A connection that belongs to a user.
function on_bind($request, $response, Swoole\Server $server): void
{
    $server->bind($request->fd, 5);
    $response->end((string) $server->worker_id);
}

// How many requests are in progress, with this one.
function on_concurrency($request, $response, Swoole\Server $server): void
{
    $response->end((string) $server->stats()['concurrency']);
}

$server = http_server();
$server->on('workerStart', function (Swoole\Server $server, int $id) {
    if ($id === 1 && given('gate', '') !== '') {
        fclose(fopen(given('gate'), 'r'));
    }
});
$server->on('request', function ($request, $response) use ($server) {
    answers_serving($request, $response, $server) || by_path($server)($request, $response);
});
$followed = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
$followed->on('connect', fn() => null);
run();
