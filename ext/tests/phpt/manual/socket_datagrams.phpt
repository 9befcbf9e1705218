--TEST--
Manual: A datagram socket: recvfrom() tells who sent, sendto() answers
--EXTENSIONS--
sockets
--FILE--
<?php
use Swoole\Coroutine;
use function Swoole\Coroutine\go;
use function Swoole\Coroutine\run;

run(function () {
    $server = new Coroutine\Socket(AF_INET, SOCK_DGRAM, 0);
    $server->bind('127.0.0.1');
    $port = $server->getsockname()['port'];
    go(function () use ($server) {
        $peer = null;
        $data = $server->recvfrom($peer);
        var_dump($data, $peer['address'], is_int($peer['port']));
        $server->sendto($peer['address'], $peer['port'], "Swoole: $data");
    });
    $client = new Coroutine\Socket(AF_INET, SOCK_DGRAM, 0);
    var_dump($client->sendto('127.0.0.1', $port, 'Hello'));
    $peer = null;
    var_dump($client->recvfrom($peer, 5), $peer['port'] === $port);
    $peer = 'as before';
    var_dump($client->recvfrom($peer, 0.001), $peer, $client->errCode === SOCKET_ETIMEDOUT);
});
?>
--EXPECT--
int(5)
string(5) "Hello"
string(9) "127.0.0.1"
bool(true)
string(13) "Swoole: Hello"
bool(true)
bool(false)
string(9) "as before"
bool(true)
