--TEST--
The manual's WebSocket server with a TCP port: its receive pushes to the clients of the first port
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\WebSocket\Server('127.0.0.1', 0, SWOOLE_BASE);
    $server->set(['worker_num' => 1]);
    $tcp = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
    $tcp->set([]);
    $server->on('open', function ($server, $request) { $server->push($request->fd, 'opened'); });
    $server->on('message', function ($server, $frame) { $server->push($frame->fd, 'this is server OnMessage'); });
    $tcp->on('receive', function ($server, $fd, $reactorId, $data) {
        $websocket = $server->ports[0];
        foreach ($websocket->connections as $one) {
            if ($server->exist($one)) var_dump($server->push($one, "this is server onReceive: $data"));
        }
        $server->send($fd, 'receive: ' . $data);
        $server->close($fd);
    });
    return $server;
});
$client = new WebSocketClient($program);
$said = [$client->receive()->data, $program->say('hello', 1), $client->receive()->data];
$client->push('x');
$said[] = $client->receive()->data;
$said[] = strtok($program->request('/no-upgrade'), "\n");
$program->stop();
echo implode("\n", $said), "\n";
?>
--EXPECT--
bool(true)
opened
receive: hello
this is server onReceive: hello
this is server OnMessage
HTTP/1.1 400 Bad Request
