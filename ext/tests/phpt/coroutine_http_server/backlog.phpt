--TEST--
Coroutine\Http\Server: a backlog of 0 is the default
--FILE--
<?php
use Swoole\Coroutine\Http\Server;

require __DIR__ . '/client.inc';

Co\run(function () {
    Swoole\Runtime::enableCoroutine(0);
    $server = new Server('127.0.0.1');
    $server->set(['backlog' => 0]);
    $ended = start($server);
    // These calls block: the server accepts nothing before the last of them.
    $clients = [];
    for ($i = 0; $i < 4; ++$i) {
        $clients[] = @stream_socket_client("tcp://127.0.0.1:$server->port", $code, $reason, 1);
    }
    echo count(array_filter($clients)), " clients\n";
    $clients = [];
    $server->shutdown();
    var_dump($ended->pop()[0]);
});
?>
--EXPECT--
4 clients
bool(true)
