--TEST--
Server option max_queued_bytes: nothing more is received from a connection while its callbacks have so many bytes
--FILE--
<?php
require __DIR__ . '/../server.inc';
function most_at_once(array $options): string
{
    $server = start_server(<<<'PHP'
    $tcp = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
    $tcp->set(['open_eof_split' => true, 'package_eof' => "\n"]);
    $tcp->on('receive', function ($server, $fd, $reactor, $data) {
        static $running = 0, $most = 0;
        $most = max($most, ++$running);
        Swoole\Coroutine::sleep(0.001);
        --$running;
        if ($data === "packet 006\n") $server->send($fd, "$most at once\n");
    });
    $server->on('request', fn($request, $response) => $response->end(''));
    $server->on('start', fn() => file_put_contents('php://fd/3', "$tcp->port\n"));
    PHP, $options);
    $client = $server->connect();
    fwrite($client, implode("\n", array_map(fn($i) => "packet 00$i", range(1, 6))) . "\n");
    $line = fgets($client);
    $server->stop();
    return $line;
}
echo most_at_once([]), most_at_once(['max_queued_bytes' => 30]), most_at_once(['max_queued_bytes' => 1]);
try {
    (new Swoole\Server('127.0.0.1', 0))->set(['max_queued_bytes' => -1]);
} catch (ValueError $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
6 at once
3 at once
1 at once
Swoole\Server::set(): Argument #1 ($settings) option "max_queued_bytes" must be 0 or more, -1 given
