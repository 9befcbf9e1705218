<?php
// A server of watchdog_test.py, whose requests block.

require __DIR__ . '/../support/server.php';

function nap()
{
    usleep(600000);
}

/** Milliseconds that this process has used its processor. */
function processor_ms(): int
{
    $use = getrusage();
    return $use['ru_utime.tv_sec'] * 1000 + intdiv($use['ru_utime.tv_usec'], 1000);
}

function busy(int $ms = 600)
{
    for ($end = processor_ms() + $ms; processor_ms() < $end;);
}

$server = http_server();
$server->on('request', function ($request, $response) use ($server) {
    match ($request->server['path_info']) {
        '/nap' => nap(),
        '/busy' => busy(),
        '/short' => busy(60),
        '/include' => include_once __DIR__ . '/watchdog_slow.php',
        '/child' => exec('sleep 0.6'),
        default => null,
    };
    $response->end($server->stats()['blocking_count'] . ' ' . $server->stats()['worker_blocking_count']);
});
run();
