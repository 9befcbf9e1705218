--TEST--
Coroutine\Server: a coroutine for each connection, until shutdown()
--FILE--
<?php
use Swoole\Coroutine\Server;
use Swoole\Coroutine\Server\Connection;
use Swoole\Coroutine\Socket;

Co\run(function () {
    $server = new Server('127.0.0.1');
    var_dump($server->port > 0, $server->fd >= 0, $server->type === AF_INET, $server->host);
    $server->handle(function (Connection $connection) {
        while (($data = $connection->recv()) !== '' && $data !== false) {
            var_dump($connection->send(strtoupper($data)) === strlen($data));
        }
        echo "the client has left\n";
    });
    $all = new Co\WaitGroup();
    $all->add();
    go(function () use ($server, $all) {
        var_dump($server->start(), $server->errCode);
        $all->done();
    });
    $one = new Socket(AF_INET, SOCK_STREAM);
    $two = new Socket(AF_INET, SOCK_STREAM);
    var_dump($one->connect('127.0.0.1', $server->port), $two->connect('127.0.0.1', $server->port));
    $two->send('second');
    $one->send('first');
    var_dump($one->recv(), $two->recv());
    var_dump($server->shutdown());
    $all->wait();
    $one->send('still here');
    var_dump($one->recv());
    $one->close();
    $two->close();
});
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
string(9) "127.0.0.1"
bool(true)
bool(true)
bool(true)
bool(true)
string(5) "FIRST"
string(6) "SECOND"
bool(true)
int(0)
bool(true)
bool(true)
string(10) "STILL HERE"
the client has left
the client has left
