--TEST--
Coroutine\Http\Client: after disconnect(), close() and the end of the socket there is no connection
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Http\Client;
use Swoole\Coroutine\Http\Server;

Co\run(function () {
    $server = new Server('127.0.0.1', 0);
    $server->handle('/', function ($request, $response) {
        if (!isset($request->header['upgrade'])) return $response->end('plain');
        $response->upgrade();
        while (($frame = $response->recv()) && $frame->opcode !== WEBSOCKET_OPCODE_CLOSE);
    });
    go(fn() => $server->start());
    $connect = function () use ($server) {
        $client = new Client('127.0.0.1', $server->port);
        $client->set(['timeout' => 10]);
        $client->upgrade('/');
        return $client;
    };
    $calls = function (Client $client) {
        var_dump($client->connected);
        foreach ([fn() => $client->recv(), fn() => $client->push('x'), fn() => $client->disconnect()] as $call) {
            echo json_encode($call()), ' ', $client->errCode, "\n";
        }
    };

    echo "disconnect()\n";
    $client = $connect();
    var_dump($client->disconnect(), $client->connected, $client->push('x'), $client->errCode, $client->recv());
    $calls($client);
    outcome($client->get('/'), $client);

    echo "a request instead of the end\n";
    $client = $connect();
    $client->disconnect();
    outcome($client->get('/'), $client);

    echo "close()\n";
    $client = $connect();
    $client->close();
    $calls($client);

    echo "the socket\n";
    $client = $connect();
    $client->socket->close();
    foreach ([fn() => $client->recv(), fn() => $client->push('x'), fn() => $client->recv()] as $call) {
        echo json_encode($call()), " $client->errCode\n";
    }
    $client = $connect();
    $client->socket->close();
    echo json_encode($client->push('x')), " $client->errCode\n";
    var_dump($client->connected);
    $server->shutdown();
});
?>
--EXPECT--
disconnect()
bool(true)
bool(false)
bool(false)
int(5001)
string(0) ""
bool(false)
false 5001
false 5001
false 5001
ok 200 0  connected
a request instead of the end
ok 200 0  connected
close()
bool(false)
false 5001
false 5001
false 5001
the socket
false 5001
false 5001
false 5001
false 5001
bool(false)
