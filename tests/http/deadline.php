<?php
// Handlers that take longer than they may.

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->on('request', function ($request, $response) use ($server) {
    $path = $request->server['path_info'];
    if ($path === '/fine') {
        return $response->end('fine');
    }
    if ($path === '/busy') {
        for ($end = microtime(true) + 0.2; microtime(true) < $end;);
        return $response->end('late');
    }
    if ($path === '/child') {
        go(function () {
            try {
                Swoole\Coroutine::sleep(0.3);
                note('CHILD went on');
            } catch (Throwable $e) {
                note('CHILD ' . $e::class);
            }
        });
    }
    if ($path === '/longer') {
        Swoole\Coroutine::setTimeLimit(0);
        Swoole\Coroutine::sleep(0.3);
        return $response->end('slow');
    }
    if ($path === '/shorter') {
        Swoole\Coroutine::setTimeLimit(0.01);
    }
    if ($path === '/stream') {
        $response->write('part');
    }
    try {
        Swoole\Coroutine::yield();
    } catch (Throwable $e) {
        note('ENDED', $path, $e::class, var_export($response->end('late'), true));
        throw $e;
    } finally {
        note('FINALLY', $path);
    }
});
$server->on('close', function () {
    try {
        Swoole\Coroutine::sleep(0.01);
        note('CLOSED');
    } catch (Throwable $e) {
        note('CLOSED by ' . $e::class);
    }
});
run();
