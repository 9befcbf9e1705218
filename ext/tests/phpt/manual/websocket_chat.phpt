--TEST--
The manual's WebSocket server: open, message, close; push() to every client
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $ws = new Swoole\WebSocket\Server('127.0.0.1', 0);
    $ws->set(['worker_num' => 1]);
    $ws->on('Open', function (Swoole\WebSocket\Server $ws, Swoole\Http\Request $request) {
        $ws->push($request->fd, "hello, {$request->get['name']}");
    });
    $ws->on('Message', function (Swoole\WebSocket\Server $ws, Swoole\WebSocket\Frame $frame) {
        foreach ($ws->connections as $fd) {
            if ($ws->isEstablished($fd)) $ws->push($fd, ($fd === $frame->fd ? 'you' : 'somebody') . " said $frame->data");
        }
        if ($frame->data === 'bye') $ws->disconnect($frame->fd, 1000, 'see you');
    });
    $ws->on('Close', function ($ws, $fd) { if ($ws->getClientInfo($fd)['websocket_status'] ?? 0) echo "client-closed\n"; });
    $ws->on('request', function ($request, $response) use ($ws) {
        foreach ($ws->connections as $fd) if ($ws->isEstablished($fd)) $ws->push($fd, 'from a request');
        $response->end('pushed');
    });
    return $ws;
});
$ann = new WebSocketClient($program, '/?name=Ann');
$bob = new WebSocketClient($program, '/?name=Bob');
$said = [$ann->status(), $ann->receive()->data, $bob->receive()->data];
$ann->push('hi');
$said = [...$said, $ann->receive()->data, $bob->receive()->data, $program->get('/'), $ann->receive()->data, $bob->receive()->data];
$ann->push('bye');
$said = [...$said, $ann->receive()->data, $bob->receive()->data];
$close = $ann->receive();
$said[] = "$close->opcode $close->code $close->reason";
fclose($ann->stream);
fclose($bob->stream);
$program->stop();
echo implode("\n", $said), "\n";
?>
--EXPECT--
client-closed
client-closed
101
hello, Ann
hello, Bob
you said hi
somebody said hi
pushed
from a request
from a request
you said bye
somebody said bye
8 1000 see you
