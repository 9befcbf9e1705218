--TEST--
The manual's packed frames: pack() once, send() to every client
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $ws = new Swoole\WebSocket\Server('127.0.0.1', 0, SWOOLE_PROCESS);
    $ws->set(['worker_num' => 2]);
    $ws->on('message', function (Swoole\WebSocket\Server $ws, Swoole\WebSocket\Frame $frame) {
        $packed = Swoole\WebSocket\Server::pack("all: $frame->data");
        foreach ($ws->connections as $fd) {
            if ($ws->isEstablished($fd) && !$ws->send($fd, $packed)) echo "not sent to $fd\n";
        }
    });
    return $ws;
});
$clients = [];
for ($i = 0; $i < 4; ++$i) $clients[] = new WebSocketClient($program);
foreach ($clients as $client) if ($client->status() !== 101) echo "no WebSocket\n";
$clients[2]->push('hello');
foreach ($clients as $client) echo $client->receive()->data, "\n";
$clients[0]->push('bye');
foreach ($clients as $client) echo $client->receive()->data, "\n";
$program->stop();
?>
--EXPECT--
all: hello
all: hello
all: hello
all: hello
all: bye
all: bye
all: bye
all: bye
