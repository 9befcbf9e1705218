--TEST--
Client\WebSocketConnection: the handshake
--FILE--
<?php
require __DIR__ . '/pair.inc';
use Tern\Internal\Client\WebSocketConnection;
Co\run(function () {
    [$client] = swoole_coroutine_socketpair(AF_UNIX, SOCK_STREAM, 0);
    $plain = new WebSocketConnection($client);
    var_dump($plain->accept([]), $plain->errCode === SWOOLE_ERROR_WRONG_OPERATION);
    $fields = $plain->fields();
    var_dump(array_diff_key($fields, ['Sec-WebSocket-Key' => 1]), strlen(base64_decode($fields['Sec-WebSocket-Key'], true)), $fields === $plain->fields());
    foreach ([['compression' => true], ['compression' => true, 'compression_context' => true, 'window_bits' => 10]] as $options) {
        echo (new WebSocketConnection($client, $options))->fields()['Sec-WebSocket-Extensions'], "\n";
    }
    $good = answer_to($plain->fields());
    foreach ([
        'no upgrade' => ['upgrade' => ''] + $good,
        'no connection' => ['connection' => 'close'] + $good,
        'another key' => ['sec-websocket-accept' => 'x'] + $good,
        'two keys' => ['sec-websocket-accept' => [$good['sec-websocket-accept'], $good['sec-websocket-accept']]] + $good,
        'a sub-protocol' => ['sec-websocket-protocol' => 'chat'] + $good,
        'an extension' => ['sec-websocket-extensions' => 'permessage-deflate'] + $good,
    ] as $what => $headers) {
        var_dump($plain->accept($headers), $plain->errCode === SWOOLE_ERROR_WEBSOCKET_HANDSHAKE_FAILED);
        echo "$what: $plain->errMsg\n";
    }
    var_dump($plain->push('x', 1, 1, 5), $plain->errCode === SWOOLE_ERROR_WEBSOCKET_UNCONNECTED, $plain->receive(5));
    var_dump($plain->accept(['sec-websocket-protocol' => 'chat', 'Connection' => ['keep-alive', 'upgrade']] + $good, 'mqtt, chat'), $plain->compresses);
    var_dump($plain->accept($good), $plain->errCode === SWOOLE_ERROR_WRONG_OPERATION);
    $compressed = new WebSocketConnection($client, ['compression' => true]);
    $answer = answer_to($compressed->fields());
    var_dump($compressed->accept($answer + ['sec-websocket-extensions' => 'permessage-deflate']));
    echo "$compressed->errMsg\n";
    var_dump($compressed->accept($answer + ['sec-websocket-extensions' => 'permessage-deflate; server_no_context_takeover']), $compressed->compresses);
    foreach ([['window_bits' => 8], ['compression_level' => 10], ['compression' => 2], ['other' => 1]] as $options) {
        try {
            new WebSocketConnection($client, $options);
        } catch (ValueError $error) {
            echo $error->getMessage(), "\n";
        }
    }
});
?>
--EXPECT--
bool(false)
bool(true)
array(3) {
  ["Upgrade"]=>
  string(9) "websocket"
  ["Connection"]=>
  string(7) "Upgrade"
  ["Sec-WebSocket-Version"]=>
  string(2) "13"
}
int(16)
bool(false)
permessage-deflate; server_no_context_takeover; client_no_context_takeover; client_max_window_bits
permessage-deflate; server_max_window_bits=10; client_max_window_bits=10
bool(false)
bool(true)
no upgrade: the response has no `Upgrade: websocket`
bool(false)
bool(true)
no connection: the response has no `Connection: Upgrade`
bool(false)
bool(true)
another key: Sec-WebSocket-Accept is for another key
bool(false)
bool(true)
two keys: not one Sec-WebSocket-Accept
bool(false)
bool(true)
a sub-protocol: a sub-protocol that was not offered
bool(false)
bool(true)
an extension: an extension that was not offered
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(false)
bool(true)
bool(false)
the server keeps its context
bool(true)
bool(true)
Tern\Internal\Client\WebSocketConnection::__construct(): Argument #2 ($options) must have a window_bits of 9 to 15, 8 given
Tern\Internal\Client\WebSocketConnection::__construct(): Argument #2 ($options) must have a compression_level of 1 to 9, 10 given
Tern\Internal\Client\WebSocketConnection::__construct(): Argument #2 ($options) must have a compression of 0 to 1, 2 given
Tern\Internal\Client\WebSocketConnection::__construct(): Argument #2 ($options) has an unknown option: other
