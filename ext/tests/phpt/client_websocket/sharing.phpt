--TEST--
Client\WebSocketConnection: one coroutine receives while another sends; slow peers
--FILE--
<?php
require __DIR__ . '/pair.inc';
use Swoole\Coroutine;
Co\run(function () {
    [$websocket, $server, $client] = websocket();
    $large = str_repeat('x', 4 << 20);
    $pusher = go(function () use ($websocket, $large) {
        var_dump($websocket->push($large, 2, 1, -1));
    });
    // It waits in the middle of its frame, so the pong comes behind that.
    $server->sendAll(server_frame(9, 'ping') . server_frame(1, 'text'));
    echo told($websocket, $websocket->receive(5)), "\n";
    try {
        $websocket->push('y', 1, 1, 5);
    } catch (Swoole\Error $error) {
        echo $error->getCode() === SWOOLE_ERROR_CO_HAS_BEEN_BOUND ? "bound\n" : $error;
    }
    [$opcode, , $payload] = client_frame($server);
    var_dump($opcode, $payload === $large);
    echo json_encode(client_frame($server)), "\n";
    Co::join([$pusher]);

    // A frame that takes longer than its time is not cut.
    var_dump($websocket->push($large, 2, 1, 0.001), $websocket->errCode === 110);
    $sender = go(function () use ($websocket) {
        var_dump($websocket->push('behind', 1, 1, 5));
    });
    var_dump(client_frame($server)[2] === $large);
    echo json_encode(client_frame($server)), "\n";
    Co::join([$sender]);

    $reader = go(function () use ($websocket) {
        var_dump($websocket->receive(-1), $websocket->errCode === 125);
    });
    Coroutine::cancel($reader);
    $server->sendAll(server_frame(1, 'still there'));
    echo told($websocket, $websocket->receive(5)), "\n";
    $client->close();
    var_dump($websocket->receive(5), $websocket->errCode === 9, $websocket->push('x', 1, 1, 5));
});
?>
--EXPECT--
Swoole\WebSocket\Frame 1 'text' 1
bound
bool(true)
int(2)
bool(true)
[10,8,"ping"]
bool(false)
bool(true)
bool(true)
bool(true)
[1,8,"behind"]
bool(false)
bool(true)
Swoole\WebSocket\Frame 1 'still there' 1
bool(false)
bool(true)
bool(false)
