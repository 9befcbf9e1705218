<?php
// Handshakes that the program makes itself.

require __DIR__ . '/../support/server.php';

$server = websocket_server();

$server->on('open', function () {
    note('NEVER');
});
$server->on('message', function ($server, $frame) {
    $server->push($frame->fd, "echo $frame->data");
});
$server->on('handshake', function ($request, $response) use ($server) {
    if ($request->server['path_info'] === '/no') {
        $response->status(401);
        $response->end('who are you');
        return false;
    }
    if ($request->server['path_info'] === '/silent') {
        return false;
    }
    if ($request->server['path_info'] === '/throw') {
        throw new Exception('in handshake');
    }
    $key = base64_encode(sha1($request->header['sec-websocket-key'] . '258EAFA5-E914-47DA-95CA-C5AB0DC85B11', true));
    foreach (['Upgrade' => 'websocket', 'Connection' => 'Upgrade', 'Sec-WebSocket-Accept' => $key, 'Sec-WebSocket-Version' => '13', 'X-Own' => 'yes'] as $name => $value) {
        $response->header($name, $value);
    }
    $response->status(101);
    note('ENDED', json_encode($response->end()));
    $server->defer(fn() => $server->push($request->fd, 'welcome'));
    return true;
});

$server->on('request', function ($request, $response) use ($server) {
    $response->end('plain');
});
run();
