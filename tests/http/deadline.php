<?php
// Handlers that take longer than they may.

require __DIR__ . '/../support/server.php';

// Writes for as long as it can.
function flood($response): void
{
    try {
        while ($response->write(str_repeat('x', 1 << 20))) {
        }
        note('ENDED');
    } catch (Throwable $e) {
        note('ENDED ' . $e::class);
    }
}

// What it defers waits for /resume, and then for longer than it may.
function defers($response): void
{
    $GLOBALS['deferred'] = Swoole\Coroutine::getCid();
    defer(function () {
        Swoole\Coroutine::yield();
        Swoole\Coroutine::setTimeLimit(0.01);
        try {
            Swoole\Coroutine::yield();
        } catch (Throwable $e) {
            note('DEFERRED ' . $e::class);
        }
    });
    $response->end('done');
}

$server = http_server();
$server->on('request', function ($request, $response) use ($server) {
    $path = $request->server['path_info'];
    if ($path === '/fine') {
        return $response->end('fine');
    }
    if ($path === '/flood') {
        return flood($response);
    }
    if ($path === '/defer') {
        return defers($response);
    }
    if ($path === '/resume') {
        Swoole\Coroutine::resume($GLOBALS['deferred']);
        return $response->end('x');
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
        note('ENDED', $path, $e::class);
        if ($path === '/answers') {
            $response->status(503);
            return $response->end('late');
        }
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
