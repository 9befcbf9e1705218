<?php
// Requests that end in each way there is.

use Swoole\Coroutine;

require __DIR__ . '/../support/server.php';

function on_wait($request, $response): void
{
    note('WAITS');
    Coroutine::yield();
    $response->end('/wait');
}

function on_stream($request, $response): void
{
    $response->write('part');
    note('WAITS');
    Coroutine::yield();
    $response->end('/stream');
}

$server = http_server();
$server->on('request', function ($request, $response) {
    $path = $request->server['path_info'];
    match ($path) {
        '/wait' => on_wait($request, $response),
        '/stream' => on_stream($request, $response),
        '/throw' => throw new Exception('no'),
        default => $response->end($path),
    };
});
run();
