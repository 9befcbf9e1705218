--TEST--
Coroutine\Http\Server: write() waits at four fifths of socket_buffer_size, not before
--FILE--
<?php
use Swoole\Coroutine\Http\Server;

require __DIR__ . '/client.inc';

Co\run(function () {
    $server = new Server('127.0.0.1');
    $server->set(['kernel_socket_send_buffer_size' => 4096]);
    $steps = new Co\Channel(2);
    $server->handle('/', function ($request, $response) use ($steps) {
        $response->write(str_repeat('x', 4 << 20));
        $steps->push('4 MB are written');
        $response->write(str_repeat('x', 8 << 20));
        $steps->push('8 MB are sent');
    });
    $ended = start($server);
    $client = new Client($server);
    $client->send('/');
    echo $steps->pop(10), "\n";
    var_dump($steps->isEmpty());
    while ($steps->isEmpty()) {
        $client->socket->recv();
    }
    echo $steps->pop(), "\n";
    $client->close();
    $server->shutdown();
    var_dump($ended->pop()[0]);
});
gc_collect_cycles();  // a handler holds its server
?>
--EXPECT--
4 MB are written
bool(true)
8 MB are sent
bool(true)
