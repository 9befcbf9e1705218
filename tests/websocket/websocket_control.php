<?php
// Frames of control that the program takes.

require __DIR__ . '/../support/server.php';

$server = websocket_server();

$server->on('message', function ($server, $frame) {
    note('GOT', get_class($frame), "$frame->opcode", $frame->opcode === 8 ? "$frame->code $frame->reason" : $frame->data);
    if ($frame->opcode === WEBSOCKET_OPCODE_PING) {
        $server->push($frame->fd, 'mine', WEBSOCKET_OPCODE_PONG);
    }
    if ($frame->opcode === WEBSOCKET_OPCODE_CLOSE) {
        $server->disconnect($frame->fd, 4003, 'so be it');
    }
});

$server->on('request', function ($request, $response) use ($server) {
    $response->end();
});
run();
