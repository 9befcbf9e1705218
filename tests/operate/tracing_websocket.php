<?php
// Says which span a message of a WebSocket belongs to.

require __DIR__ . '/../support/server.php';

$server = websocket_server();
$server->on('message', function ($server, $frame) {
    $server->push($frame->fd, json_encode(Tern\Tracing::current()));
});
run();
