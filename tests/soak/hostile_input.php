<?php
// The server of hostile_input.py: takes bodies and messages, and says who it is.

require __DIR__ . '/../support/server.php';

$server = websocket_server();
$server->on('message', function ($server, $frame) {
    $server->push($frame->fd, (string) strlen($frame->data));
});
$server->on('request', function ($request, $response) use ($server) {
    $told = ['pid' => getmypid(), 'connections' => $server->stats()['connection_num']];
    $response->end(json_encode($told));
});
run();
