<?php
// Looks at handshakes before they are answered.

require __DIR__ . '/../support/server.php';

$server = websocket_server();

$server->on('open', function ($server, $request) {
    $server->push($request->fd, 'open ' . $request->get['name']);
});
$server->on('message', function () {
});
$server->on('beforeHandshakeResponse', function ($server, $request, $response) {
    if (!isset($request->get['name'])) {
        $response->status(400);
        return $response->end('no name');
    }
    $response->header('X-Name', $request->get['name']);
    $response->cookie('seen', '1');
    $response->header('Sec-WebSocket-Protocol', 'mine');
});

$server->on('request', function ($request, $response) use ($server) {
    $response->end('plain');
});
run();
