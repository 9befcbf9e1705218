--TEST--
Coroutine\Server: packets by set(), the connection is closed when its handler returns or throws
--FILE--
<?php
use Swoole\Coroutine\Server;
use Swoole\Coroutine\Server\Connection;
use Swoole\Coroutine\Socket;

Co\run(function () {
    $path = tempnam(sys_get_temp_dir(), 'tern');
    unlink($path);
    $server = new Server("unix:$path");
    var_dump($server->port, $server->type === AF_UNIX, $server->host === $path);
    $server->set(['open_eof_split' => true, 'package_eof' => "\n"]);
    $server->handle(function (Connection $connection) {
        while (($line = $connection->recv()) !== 'quit' . "\n") {
            echo $line;
        }
        var_dump($connection->exportSocket() instanceof Socket);
    });
    go(fn() => $server->start());
    $client = new Socket(AF_UNIX, SOCK_STREAM);
    $client->connect($path);
    $client->send("a\nb\nqu");
    $client->send("it\nlost\n");
    var_dump($client->recv());
    $server->shutdown();
    unlink($path);
});
?>
--EXPECT--
int(0)
bool(true)
bool(true)
a
b
bool(true)
string(0) ""
