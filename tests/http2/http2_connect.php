<?php
// WebSockets on streams of HTTP/2: echoes, and notes what opens and closes.

require __DIR__ . '/../support/server.php';

$server = websocket_server();
$server->on('open', function ($server, $request) {
    note('OPEN', (string) $request->fd, (string) $request->streamId);
});
$server->on('message', function ($server, $frame) {
    $server->push($frame->fd, "echo $frame->data");
});
$server->on('close', function ($server, $fd) {
    note('CLOSE', (string) $fd);
});
$server->on('request', fn($request, $response) => $response->end('a request'));
run();
