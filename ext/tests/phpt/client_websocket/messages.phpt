--TEST--
Client\WebSocketConnection: messages, fragments, pings and pongs
--FILE--
<?php
require __DIR__ . '/pair.inc';
Co\run(function () {
    // Behind the handshake, in one and in pieces.
    [$websocket, $server] = websocket([], '', server_frame(1, 'first') . "\x82");
    echo told($websocket, $websocket->receive(5)), "\n";
    var_dump($websocket->receive(0.001), $websocket->errCode === 110);
    $server->sendAll("\x03two");
    echo told($websocket, $websocket->receive(5)), "\n";
    $server->sendAll(server_frame(1, 'a', false) . server_frame(9, 'ping') . server_frame(0, 'b', false) . server_frame(10, 'pong') . server_frame(0, 'c'));
    echo told($websocket, $websocket->receive(5)), "\n";
    echo json_encode(client_frame($server)), "\n";
    // The pong does not wait for more.
    $reader = go(fn() => print(told($websocket, $websocket->receive(5)) . "\n"));
    $server->sendAll(server_frame(9, 'alone'));
    echo json_encode(client_frame($server)), "\n";
    $server->sendAll(server_frame(1, 'd'));
    Co::join([$reader]);
    $server->sendAll(server_frame(2, str_repeat('x', 100000)) . server_frame(1, ''));
    echo told($websocket, $websocket->receive(5)), "\n", told($websocket, $websocket->receive(5)), "\n";

    foreach ([['hi', 1, 1], ['', 2, 1], [str_repeat('y', 200), 1, 1], [str_repeat('z', 70000), 2, 1 | SWOOLE_WEBSOCKET_FLAG_COMPRESS],
        ['a', 1, 0], ['p', 9, 1], ['b', 0, 0], ['c', 0, 1], ['', 10, 1]] as [$data, $opcode, $flags]) {
        var_dump($websocket->push($data, $opcode, $flags, 5));
        [$got, $bits, $payload] = client_frame($server);
        echo $got === $opcode && $payload === $data ? "as sent, $bits\n" : "ANOTHER\n";
    }
    foreach ([['x', 0, 1], ['x', 3, 1], [str_repeat('x', 126), 9, 1], ["\x03\xed", 8, 1]] as $wrong) {
        var_dump($websocket->push(...[...$wrong, 5]), $websocket->errCode);
    }
    $websocket->push('a', 1, 0, 5);
    var_dump($websocket->push('b', 1, 1, 5), $websocket->errCode === SWOOLE_ERROR_WEBSOCKET_BAD_OPCODE);

    // The program handles them itself.
    [$websocket, $server] = websocket(['ping_frame' => true, 'pong_frame' => true]);
    $server->sendAll(server_frame(9, 'ping') . server_frame(10, 'pong') . server_frame(1, 'text'));
    for ($i = 0; $i < 3; ++$i) {
        echo told($websocket, $websocket->receive(5)), "\n";
    }
    $websocket->push('own', 10, 1, 5);
    echo json_encode(client_frame($server)), "\n";
});
?>
--EXPECTF--
Swoole\WebSocket\Frame 1 'first' 1
bool(false)
bool(true)
Swoole\WebSocket\Frame 2 'two' 1
Swoole\WebSocket\Frame 1 'abc' 1
[10,8,"ping"]
[10,8,"alone"]
Swoole\WebSocket\Frame 1 'd' 1
Swoole\WebSocket\Frame 2 '100000' 1
Swoole\WebSocket\Frame 1 '' 1
bool(true)
as sent, 8
bool(true)
as sent, 8
bool(true)
as sent, 8
bool(true)
as sent, 8
bool(true)
as sent, 0
bool(true)
as sent, 8
bool(true)
as sent, 0
bool(true)
as sent, 8
bool(true)
as sent, 8
[%s]%wWARNING%wWebSocket push(): A continuation frame cannot stand alone and MUST be preceded by an initial frame whose opcode indicates either text or binary data.
bool(false)
int(8502)
bool(false)
int(8502)
bool(false)
int(505)
bool(false)
int(505)
[%s]%wWARNING%wWebSocket push(): All fragments of a message, except for the initial frame, must use the continuation frame opcode(0).
bool(false)
bool(true)
Swoole\WebSocket\Frame 9 'ping' 1
Swoole\WebSocket\Frame 10 'pong' 1
Swoole\WebSocket\Frame 1 'text' 1
[10,8,"own"]
