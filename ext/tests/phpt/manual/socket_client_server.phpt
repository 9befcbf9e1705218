--TEST--
Manual: Coroutine\Socket: bind, listen, accept, connect, and the end of the connection
--EXTENSIONS--
sockets
--FILE--
<?php
use Swoole\Coroutine;
use function Swoole\Coroutine\go;
use function Swoole\Coroutine\run;

run(function () {
    $server = new Coroutine\Socket(AF_INET, SOCK_STREAM, 0);
    var_dump($server->bind('127.0.0.1'), $server->listen(128));
    $name = $server->getsockname();
    var_dump(array_keys($name), $name['address']);
    go(function () use ($server) {
        while ($client = $server->accept()) {
            go(function () use ($client) {
                while (($data = $client->recv()) !== '' && $data !== false) $client->send("Swoole: $data");
                $client->close();
            });
            break;
        }
    });

    $socket = new Coroutine\Socket(AF_INET, SOCK_STREAM, 0);
    var_dump($socket->connect('127.0.0.1', $name['port'], 5), $socket->checkLiveness());
    for ($i = 0; $i < 2; $i++) var_dump($socket->send("hello $i"), $socket->recv(1024, 5));
    var_dump($socket->shutdown(STREAM_SHUT_WR), $socket->recv(), $socket->errCode);
    var_dump($server->accept(0.001), $server->errCode === SOCKET_ETIMEDOUT, $server->errMsg, $server->close());
    var_dump($socket->close(), $socket->close(), $socket->isClosed(), $socket->send('late'), $socket->errCode === SOCKET_EBADF);
});
?>
--EXPECT--
bool(true)
bool(true)
array(2) {
  [0]=>
  string(7) "address"
  [1]=>
  string(4) "port"
}
string(9) "127.0.0.1"
bool(true)
bool(true)
int(7)
string(15) "Swoole: hello 0"
int(7)
string(15) "Swoole: hello 1"
bool(true)
string(0) ""
int(0)
bool(false)
bool(true)
string(20) "Connection timed out"
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
