--TEST--
Client\WebSocketConnection: permessage-deflate, with and without context
--FILE--
<?php
require __DIR__ . '/pair.inc';
const PUSH = SWOOLE_WEBSOCKET_FLAG_FIN | SWOOLE_WEBSOCKET_FLAG_COMPRESS;

function deflate(string $text, $context): string
{
    return substr(deflate_add($context, $text, ZLIB_SYNC_FLUSH), 0, -4);
}

Co\run(function () {
    $text = str_repeat('hello, ', 30);
    foreach ([false => 'permessage-deflate; server_no_context_takeover; client_no_context_takeover', true => 'permessage-deflate'] as $context => $extensions) {
        [$websocket, $server] = websocket(['compression' => true, 'compression_context' => (bool) $context], $extensions);
        [$deflate, $inflate] = [deflate_init(ZLIB_ENCODING_RAW), inflate_init(ZLIB_ENCODING_RAW)];
        for ($i = 0; $i < 2; ++$i) {
            $server->sendAll(server_frame(1, $sent = deflate($text, $deflate), true, 4));
            echo told($websocket, $websocket->receive(5)), ' from ', strlen($sent), "\n";
            $websocket->push($text, 1, PUSH, 5);
            [$opcode, $bits, $payload] = client_frame($server);
            var_dump($bits, strlen($payload), inflate_add($inflate, "$payload\x00\x00\xff\xff", ZLIB_SYNC_FLUSH) === $text);
            if (!$context) [$deflate, $inflate] = [deflate_init(ZLIB_ENCODING_RAW), inflate_init(ZLIB_ENCODING_RAW)];
        }
        $websocket->push('short', 1, PUSH, 5);
        [$opcode, $bits, $payload] = client_frame($server);
        echo "$bits ", inflate_add($inflate, "$payload\x00\x00\xff\xff", ZLIB_SYNC_FLUSH), "\n";
        $websocket->push($text, 1, 1, 5);
        echo json_encode(client_frame($server)[1]), "\n";
        $server->sendAll(server_frame(1, 'plain'));
        echo told($websocket, $websocket->receive(5)), "\n";
        $sent = deflate($text, $deflate);
        $server->sendAll(server_frame(1, substr($sent, 0, 5), false, 4) . server_frame(9, '') . server_frame(0, substr($sent, 5)));
        echo told($websocket, $websocket->receive(5)), "\n";
        client_frame($server);  // the pong
    }
    echo "compressed by the program: RSV1 is on the first frame only\n";
    $websocket->push('one', 1, SWOOLE_WEBSOCKET_FLAG_RSV1 | SWOOLE_WEBSOCKET_FLAG_COMPRESS, 5);
    $websocket->push('two', 0, SWOOLE_WEBSOCKET_FLAG_RSV1, 5);
    $websocket->push('three', 0, PUSH | SWOOLE_WEBSOCKET_FLAG_RSV1, 5);
    for ($i = 0; $i < 3; ++$i) echo json_encode(client_frame($server)), "\n";
    $websocket->push($text, 1, PUSH, 5);
    echo 'the context begins anew: ', json_encode(inflate_add(inflate_init(ZLIB_ENCODING_RAW), client_frame($server)[2] . "\x00\x00\xff\xff", ZLIB_SYNC_FLUSH) === $text), "\n";
    [$websocket, $server] = websocket(['compression' => true, 'compression_min_length' => 64], 'permessage-deflate; server_no_context_takeover');
    $websocket->push('short', 1, PUSH, 5);
    echo json_encode(client_frame($server)), "\n";
    echo "a final block ends a message, with and without an empty one behind it\n";
    foreach (['', "\0"] as $behind) {
        $server->sendAll(server_frame(1, deflate_add(deflate_init(ZLIB_ENCODING_RAW), 'final', ZLIB_FINISH) . $behind, true, 4));
        echo told($websocket, $websocket->receive(5)), "\n";
    }
    [$websocket, $server] = websocket(['compression' => true, 'message_bytes' => 1000], 'permessage-deflate; server_no_context_takeover');
    $server->sendAll(server_frame(1, deflate(str_repeat('x', 1001), deflate_init(ZLIB_ENCODING_RAW)), true, 4));
    echo 'a bomb: ', told($websocket, $websocket->receive(5)), "\n";
    [$websocket, $server] = websocket(['compression' => true], 'permessage-deflate; server_no_context_takeover');
    $server->sendAll(server_frame(1, "\xff\xff\xff", true, 4));
    echo 'broken: ', told($websocket, $websocket->receive(5)), "\n";
});
?>
--EXPECT--
Swoole\WebSocket\Frame 1 '210' 3 from 12
int(12)
int(12)
bool(true)
Swoole\WebSocket\Frame 1 '210' 3 from 12
int(12)
int(12)
bool(true)
12 short
8
Swoole\WebSocket\Frame 1 'plain' 1
Swoole\WebSocket\Frame 1 '210' 3
Swoole\WebSocket\Frame 1 '210' 3 from 12
int(12)
int(12)
bool(true)
Swoole\WebSocket\Frame 1 '210' 3 from 4
int(12)
int(5)
bool(true)
12 short
8
Swoole\WebSocket\Frame 1 'plain' 1
Swoole\WebSocket\Frame 1 '210' 3
compressed by the program: RSV1 is on the first frame only
[1,4,"one"]
[0,0,"two"]
[0,8,"three"]
the context begins anew: true
[1,8,"short"]
a final block ends a message, with and without an empty one behind it
Swoole\WebSocket\Frame 1 'final' 3
Swoole\WebSocket\Frame 1 'final' 3
a bomb: error 508: a message larger than package_max_length, closed with 1009
broken: error 508: compressed data that is broken, closed with 1007
