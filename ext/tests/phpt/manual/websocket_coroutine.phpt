--TEST--
The manual's WebSocket in a coroutine server: upgrade(), recv() and push() in a loop
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$process = new Swoole\Process(function (Swoole\Process $process) {
    Co\run(function () use ($process) {
        $server = new Co\Http\Server('127.0.0.1', 0);
        $server->handle('/websocket', function (Swoole\Http\Request $request, Swoole\Http\Response $ws) {
            $ws->upgrade();
            while (true) {
                $frame = $ws->recv();
                if ($frame === '') {
                    $ws->close();
                    break;
                } else if ($frame === false) {
                    echo 'errorCode: ' . swoole_last_error() . "\n";
                    $ws->close();
                    break;
                } else {
                    if ($frame->data === 'close' || get_class($frame) === Swoole\WebSocket\CloseFrame::class) {
                        $ws->close();
                        break;
                    }
                    $ws->push("Hello {$frame->data}!");
                    $ws->push("How are you, {$frame->data}?");
                }
            }
            echo "the client has left\n";
        });
        $server->handle('/stop', function ($request, $response) use ($server) {
            $response->end('stopped');
            $server->shutdown();
        });
        $process->write((string) $server->port);
        $server->start();
    });
});
$process->start();
$program = (new ReflectionClass(Program::class))->newInstanceWithoutConstructor();
$program->ports = [(int) $process->read()];
$client = new WebSocketClient($program, '/websocket');
$client->push('Ann');
echo $client->status(), ' ', $client->receive()->data, ' ', $client->receive()->data, "\n";
$client->push('close');
stream_get_contents($client->stream);
echo $program->get('/stop'), "\n";
Swoole\Process::wait();
?>
--EXPECT--
101 Hello Ann! How are you, Ann?
the client has left
stopped
