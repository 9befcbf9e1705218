<?php
// Says what it is told; `close CODE REASON` ends the connection from its side. GET tells what it counted.

require __DIR__ . '/../support/server.php';

$type = given('tls', false) ? SWOOLE_SOCK_TCP | SWOOLE_SSL : SWOOLE_SOCK_TCP;
$server = prepared(new Swoole\WebSocket\Server('127.0.0.1', 0, SWOOLE_BASE, $type));
$server->set(['log_level' => SWOOLE_LOG_ERROR]);
$count = ['open' => 0, 'message' => 0, 'close' => 0];
$sockets = [];
$server->on('open', function ($server, $request) use (&$count, &$sockets) {
    ++$count['open'];
    $sockets[$request->fd] = true;
});
$server->on('message', function ($server, $frame) use (&$count) {
    ++$count['message'];
    if (str_starts_with($frame->data, 'close ')) {
        [, $code, $reason] = explode(' ', $frame->data, 3);
        $server->disconnect($frame->fd, (int) $code, $reason);
        return;
    }
    $server->push($frame->fd, $frame->data, $frame->opcode, SWOOLE_WEBSOCKET_FLAG_FIN | SWOOLE_WEBSOCKET_FLAG_COMPRESS);
});
$server->on('close', function ($server, $fd) use (&$count, &$sockets) {
    $count['close'] += (int) isset($sockets[$fd]);
    unset($sockets[$fd]);
});
$server->on('request', function ($request, $response) use (&$count) {
    $response->end(json_encode($count));
});
run();
