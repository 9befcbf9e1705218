--TEST--
Client\WebSocketConnection: closing handshakes, lost connections and violations
--FILE--
<?php
require __DIR__ . '/pair.inc';
Co\run(function () {
    // The server begins.
    foreach (["\x03\xe8bye", ''] as $payload) {
        [$websocket, $server] = websocket();
        $server->sendAll(server_frame(1, 'last') . server_frame(8, $payload));
        echo told($websocket, $websocket->receive(5)), "\n", told($websocket, $websocket->receive(5)), "\n";
        [$opcode, , $answer] = client_frame($server);
        var_dump($opcode, bin2hex($answer), $websocket->push('x', 1, 1, 5), $websocket->errCode === SWOOLE_ERROR_WEBSOCKET_UNCONNECTED);
        echo told($websocket, $websocket->receive(5)), "\n";
    }
    // The program sees its frame, and answers it or not.
    [$websocket, $server] = websocket(['close_frame' => true]);
    $server->sendAll(server_frame(8, "\x0f\xa0why"));
    $frame = $websocket->receive(5);
    var_dump($frame::class, $frame->code, $frame->reason, $websocket->close(4001, 'since', 5));
    echo bin2hex(client_frame($server)[2]), ' ', told($websocket, $websocket->receive(5)), "\n";
    [$websocket, $server] = websocket(['close_frame' => true]);
    $server->sendAll(server_frame(8, "\x0f\xa0why"));
    $websocket->receive(5);
    echo told($websocket, $websocket->receive(5)), ' ', bin2hex(client_frame($server)[2]), "\n";

    // The client begins.
    [$websocket, $server] = websocket();
    foreach ([999, 1004, 1005, 1006, 5000, -1] as $code) {
        if ($code !== 1005) var_dump($websocket->close($code, '', 5), $websocket->errCode === SWOOLE_ERROR_INVALID_PARAMS);
    }
    var_dump($websocket->close(1000, 'done', 5), $websocket->close(1000, '', 5), bin2hex(client_frame($server)[2]));
    $server->sendAll(server_frame(1, 'too late') . server_frame(9, 'ping') . server_frame(8, "\x03\xe8"));
    echo told($websocket, $websocket->receive(5)), "\n";
    [$websocket, $server] = websocket();
    var_dump($websocket->push("\x0f\xa0why", 8, 1, 5), bin2hex(client_frame($server)[2]));
    [$websocket, $server] = websocket();
    var_dump($websocket->close(1005, '', 5), client_frame($server)[2]);
    $server->close();
    echo told($websocket, $websocket->receive(5)), "\n";

    // The connection ends.
    foreach (['' => 'between frames', "\x81\x05he" => 'within a frame', "\x01\x01h" => 'within a message'] as $sent => $what) {
        [$websocket, $server] = websocket();
        if ($sent !== '') $server->sendAll($sent);
        $server->close();
        echo "$what: ", told($websocket, $websocket->receive(5)), "\n";
    }
    // What a server must not send.
    foreach ([
        'masked' => "\x81\x85" . 'key!' . 'hello',
        'reserved bit' => "\xa1\x01x",
        'compressed' => "\xc1\x01x",
        'reserved opcode' => "\x83\x01x",
        'a continuation of nothing' => "\x80\x01x",
        'a fragmented ping' => "\x09\x01x",
        'a long ping' => "\x89\x7e\x00\x7e",
        'text that is not UTF-8' => server_frame(1, "\xff"),
        'half a close code' => server_frame(8, "\x03"),
        'a wrong close code' => server_frame(8, "\x03\xed"),
        'a large message' => "\x82\x7f" . pack('J', 3 << 20),
    ] as $what => $sent) {
        [$websocket, $server] = websocket();
        $server->sendAll($sent);
        echo "$what: ", told($websocket, $websocket->receive(5)), "\n";
        [$opcode, , $payload] = client_frame($server);
        if ($opcode !== 8 || unpack('n', $payload)[1] !== $websocket->closeCode) echo "ANOTHER CODE\n";
    }
    [$websocket, $server] = websocket(['message_bytes' => 4, 'message_frames' => 2]);
    $server->sendAll(server_frame(1, 'four') . server_frame(1, 'a', false) . server_frame(0, 'b', false) . server_frame(0, 'c'));
    echo told($websocket, $websocket->receive(5)), "\n", told($websocket, $websocket->receive(5)), "\n";
});
?>
--EXPECT--
Swoole\WebSocket\Frame 1 'last' 1
the end, 1000 'bye'
int(8)
string(4) "03e8"
bool(false)
bool(true)
the end, 1000 'bye'
Swoole\WebSocket\Frame 1 'last' 1
the end, 1005 ''
int(8)
string(0) ""
bool(false)
bool(true)
the end, 1005 ''
string(27) "Swoole\WebSocket\CloseFrame"
int(4000)
string(3) "why"
bool(true)
0fa173696e6365 the end, 4000 'why'
the end, 4000 'why' 0fa0
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
string(12) "03e8646f6e65"
the end, 1000 ''
bool(true)
string(10) "0fa0776879"
bool(true)
string(0) ""
the end, 1006 ''
between frames: the end, 1006 ''
within a frame: error 104: Connection reset by peer, closed with 1006
within a message: error 104: Connection reset by peer, closed with 1006
masked: error 508: a masked frame of a server, closed with 1002
reserved bit: error 508: RSV2 or RSV3 is set, closed with 1002
compressed: error 508: RSV1 is set without an extension, closed with 1002
reserved opcode: error 508: a reserved opcode, closed with 1002
a continuation of nothing: error 508: a continuation of nothing, closed with 1002
a fragmented ping: error 508: a fragmented control frame, closed with 1002
a long ping: error 508: a control frame of more than 125 bytes, closed with 1002
text that is not UTF-8: error 508: a text message that is not UTF-8, closed with 1007
half a close code: error 508: a close frame with half a code, closed with 1002
a wrong close code: error 508: a close code that may not be sent, closed with 1002
a large message: error 508: a message larger than package_max_length, closed with 1009
Swoole\WebSocket\Frame 1 'four' 1
error 508: a message of too many frames, closed with 1009
