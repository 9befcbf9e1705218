--TEST--
The manual's frames: text, binary, pieces, ping, pong and close as messages
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $ws = new Swoole\WebSocket\Server('127.0.0.1', 0, SWOOLE_BASE);
    $ws->set(['worker_num' => 1, 'open_websocket_close_frame' => true, 'open_websocket_ping_frame' => true, 'open_websocket_pong_frame' => true]);
    $ws->on('open', function (Swoole\WebSocket\Server $ws, $request) {
        $frame = new Swoole\WebSocket\Frame;
        $frame->data = 'an object';
        $ws->push($request->fd, $frame);
        $ws->push($request->fd, "\0\1", WEBSOCKET_OPCODE_BINARY);
        $ws->push($request->fd, 'first, ', WEBSOCKET_OPCODE_TEXT, 0);
        $ws->push($request->fd, 'last', WEBSOCKET_OPCODE_CONTINUATION, SWOOLE_WEBSOCKET_FLAG_FIN);
        $ws->push($request->fd, '', WEBSOCKET_OPCODE_PING);
    });
    $ws->on('message', function (Swoole\WebSocket\Server $ws, $frame) {
        echo get_class($frame), " $frame->opcode ", bin2hex($frame->data), ' ', json_encode([$frame->finish, $frame->flags]), "\n";
        if ($frame->opcode === WEBSOCKET_OPCODE_CLOSE) {
            echo "code $frame->code reason $frame->reason\n";
            $ws->disconnect($frame->fd, $frame->code);
        } else if ($frame->opcode === WEBSOCKET_OPCODE_PING) {
            $pong = new Swoole\WebSocket\Frame;
            $pong->opcode = WEBSOCKET_OPCODE_PONG;
            $ws->push($frame->fd, $pong);
        }
    });
    return $ws;
});
$client = new WebSocketClient($program);
$seen = [];
for ($i = 0; $i < 5; ++$i) {
    $frame = $client->receive();
    $seen[] = json_encode([$frame->opcode, bin2hex($frame->data), $frame->finish]);
}
$client->push('text');
$client->push("\2", WEBSOCKET_OPCODE_BINARY);
$client->push('two ', WEBSOCKET_OPCODE_TEXT, 0);
$client->push('pieces', WEBSOCKET_OPCODE_CONTINUATION);
$client->push('p', WEBSOCKET_OPCODE_PING);
$frame = $client->receive();
$seen[] = "opcode $frame->opcode";
$client->push('', WEBSOCKET_OPCODE_PONG);
$close = new Swoole\WebSocket\CloseFrame;
$close->code = 1001;
$close->flags = SWOOLE_WEBSOCKET_FLAG_FIN | SWOOLE_WEBSOCKET_FLAG_MASK;
$close->reason = 'away';
fwrite($client->stream, Swoole\WebSocket\Frame::pack($close));
$frame = $client->receive();
$seen[] = get_class($frame) . " $frame->code";
$program->stop();
echo implode("\n", $seen), "\n";
?>
--EXPECT--
Swoole\WebSocket\Frame 1 74657874 [true,1]
Swoole\WebSocket\Frame 2 02 [true,1]
Swoole\WebSocket\Frame 1 74776f20706965636573 [true,1]
Swoole\WebSocket\Frame 9 70 [true,1]
Swoole\WebSocket\Frame 10  [true,1]
Swoole\WebSocket\CloseFrame 8  [true,1]
code 1001 reason away
[1,"616e206f626a656374",true]
[2,"0001",true]
[1,"66697273742c20",false]
[0,"6c617374",true]
[9,"",true]
opcode 10
Swoole\WebSocket\CloseFrame 1001
