--TEST--
Server event workerExit: only for what the program still has
--FILE--
<?php
require __DIR__ . '/../server.inc';
function exits(string $start): int
{
    $server = start_server("\$server->on('workerStart', function () { $start });" . <<<'PHP'
    $server->on('workerExit', function ($server) {
        echo "workerExit\n";
        Swoole\Timer::clearAll();
        foreach (Swoole\Coroutine::list() as $one) Swoole\Coroutine::cancel($one);
    });
    $server->on('request', fn($request, $response) => $response->end(''));
    PHP);
    $server->get('/');
    return substr_count($server->stop(), 'workerExit');
}
echo exits(''), exits('Swoole\Timer::tick(10, fn() => 0);'), exits('go(fn() => Swoole\Coroutine::sleep(100));'),
    exits('Swoole\Event::add(stream_socket_pair(AF_UNIX, SOCK_STREAM, 0)[0], fn() => 0);'), "\n";
?>
--EXPECT--
0111
