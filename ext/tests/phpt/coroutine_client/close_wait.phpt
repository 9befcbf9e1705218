--TEST--
Coroutine\Client: close() while another coroutine waits is false, that of the one that waited is true, and connect() works again
--FILE--
<?php
use Swoole\Coroutine\Client;
use Swoole\Coroutine\Socket;

Swoole\Coroutine\run(function () {
    $server = new Socket(AF_INET, SOCK_STREAM, 0);
    $server->bind('127.0.0.1');
    $server->listen();
    $port = $server->getsockname()['port'];
    $client = new Client(SWOOLE_SOCK_TCP);
    for ($n = 0; $n < 2; ++$n) {
        var_dump($client->connect('127.0.0.1', $port));
        $peers[] = $server->accept();
        go(function () use ($client) {
            var_dump($client->recv(-1), $client->errCode === SOCKET_ECANCELED);
            var_dump($client->close());
        });
        var_dump($client->close(), $client->errCode === SWOOLE_ERROR_CO_SOCKET_CLOSE_WAIT, $client->connected);
        var_dump($client->close(), $client->errCode === SWOOLE_ERROR_CLIENT_NO_CONNECTION);
    }
});
$ids = [];
for ($n = 0; $n < 3; ++$n) go(fn() => Swoole\Coroutine::sleep(0.001));
go(function () {
    $ids = iterator_to_array(Swoole\Coroutine::list());
    $sorted = $ids;
    rsort($sorted);
    var_dump(count($ids), $ids === $sorted, $ids[0] === Swoole\Coroutine::getCid());
});
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
bool(false)
bool(true)
int(4)
bool(true)
bool(true)
