<?php
// A server of watchdog_test.py, whose requests block.

require __DIR__ . '/../support/server.php';

function nap()
{
    usleep(600000);
}

function busy()
{
    for ($end = hrtime(true) + 600e6; hrtime(true) < $end;);
}

$server = http_server();
$server->on('request', function ($request, $response) use ($server) {
    match ($request->server['path_info']) {
        '/nap' => nap(),
        '/busy' => busy(),
        '/include' => include_once __DIR__ . '/watchdog_slow.php',
        '/child' => exec('sleep 0.6'),
        default => null,
    };
    $response->end($server->stats()['blocking_count'] . ' ' . $server->stats()['worker_blocking_count']);
});
run();
