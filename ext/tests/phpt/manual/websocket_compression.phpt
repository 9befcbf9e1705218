--TEST--
The manual's websocket_compression: what is pushed with its flag is compressed for clients that agreed
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\WebSocket\Server('127.0.0.1', 0);
    $server->set(['worker_num' => 1, 'websocket_compression' => true]);
    $server->on('message', function (Swoole\WebSocket\Server $server, Swoole\WebSocket\Frame $frame) {
        $server->push($frame->fd, str_repeat('Hello ', 100), SWOOLE_WEBSOCKET_OPCODE_TEXT, SWOOLE_WEBSOCKET_FLAG_FIN | SWOOLE_WEBSOCKET_FLAG_COMPRESS);
        $server->push($frame->fd, $frame);
    });
    return $server;
});
$client = new WebSocketClient($program, '/', ['Sec-WebSocket-Extensions' => 'permessage-deflate']);
echo preg_match('/^Sec-WebSocket-Extensions: permessage-deflate/mi', $client->head), "\n";
$client->push(str_repeat('again ', 100), SWOOLE_WEBSOCKET_OPCODE_TEXT, SWOOLE_WEBSOCKET_FLAG_FIN | SWOOLE_WEBSOCKET_FLAG_COMPRESS);
foreach (['Hello ', 'again '] as $word) {
    $frame = $client->receive();
    var_dump($frame->data === str_repeat($word, 100), ($frame->flags & SWOOLE_WEBSOCKET_FLAG_COMPRESS) !== 0);
}
$program->stop();
?>
--EXPECT--
1
bool(true)
bool(true)
bool(true)
bool(true)
