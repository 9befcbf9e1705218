--TEST--
Response: after upgrade() its fields say so, and setting others is silent, until the WebSocket has ended and then
--FILE--
<?php
use Swoole\Coroutine\Http\{Client, Server};

$server = new Server('127.0.0.1', 0);
$server->handle('/', function ($request, $response) {
    global $server;
    $response->header('X-Early', 'yes');
    $response->upgrade();
    echo json_encode($response->header), "\n";
    var_dump($response->header('X-Late', 'yes'), $response->cookie('late', 'yes'), $response->status(404));
    var_dump($response->recv());
    var_dump($response->header('X-Late', 'yes'), $response->status(404));
    $server->shutdown();
});
Co\run(function () use ($server) {
    go(fn () => $server->start());
    $client = new Client('127.0.0.1', $server->port);
    $client->upgrade('/');
    echo $client->headers['x-early'], "\n";
    $client->close();
});
?>
--EXPECT--
{"X-Early":"yes","Upgrade":"websocket","Connection":"Upgrade"}
bool(false)
bool(false)
bool(false)
yes
string(0) ""
bool(false)
bool(false)
