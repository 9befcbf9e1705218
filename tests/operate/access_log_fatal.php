<?php
// A request that dies of the limit of memory, which the test sets, beside one that waits.

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->on('request', function ($request, $response) {
    switch ($request->server['path_info']) {
        case '/wait':
            note('WAITS');
            Swoole\Coroutine::yield();
            break;
        case '/die':
            str_repeat('x', 1 << 30);
    }
    $response->end('x');
});
run();
