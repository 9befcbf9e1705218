<?php
// Pushes more than a slow client takes.

require __DIR__ . '/../support/server.php';

$server = websocket_server();

$server->on('message', function ($server, $frame) {
    $size = (int) $frame->data;
    $sent = 0;
    note('BEGINS');
    while ($sent < 50 && $server->push($frame->fd, str_repeat('x', $size))) {
        ++$sent;
    }
    note('SENT', "$sent", (string) swoole_last_error());
});

$server->on('request', function ($request, $response) use ($server) {
    $response->end('on it goes');
});
run();
