--TEST--
Coroutine\Client: refused, out of time, reset, half closed, closed or cancelled by others
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine;
use Swoole\Coroutine\Client;
use Swoole\Coroutine\Socket;

Co\run(function () {
    $closed = new Socket(AF_INET, SOCK_STREAM);
    $closed->bind('127.0.0.1');
    $client = new Client(SWOOLE_SOCK_TCP);
    var_dump($client->connect('127.0.0.1', $closed->getsockname()['port']), $client->errCode, $client->errMsg, $client->fd);
    var_dump($client->connect('no.such.name.invalid', 80, 5), $client->errCode > 0, $client->socket);

    $gate = new Co\Channel(1);
    $silent = serve(fn($socket) => $gate->pop());
    echo "out of time\n";
    $client->connect('127.0.0.1', $silent->port, 0.01);
    var_dump($client->recv(), $client->errCode, $client->errMsg);
    $client->set(['read_timeout' => 60]);
    var_dump($client->recv(0.01), $client->errCode);
    $client->set(['read_timeout' => 0.01]);
    var_dump($client->recv(), $client->errCode, $client->isConnected());
    $client->set(['socket_buffer_size' => 4096, 'write_timeout' => 0.01]);
    $sent = $client->send(str_repeat('x', 32 << 20));
    var_dump($sent > 0 && $sent < 32 << 20, $client->errCode);

    echo "closed by another coroutine\n";
    $client->set(['read_timeout' => -1]);
    go(function () use ($client) {
        var_dump($client->recv(), $client->errCode === SOCKET_ECANCELED);
    });
    var_dump($client->close());
    $gate->push(true);

    echo "cancelled\n";
    $client = new Client(SWOOLE_SOCK_TCP);
    $client->connect('127.0.0.1', $silent->port);
    $waiting = go(function () use ($client) {
        var_dump($client->recv(-1), $client->errCode === SOCKET_ECANCELED, $client->isConnected());
    });
    Coroutine::cancel($waiting);
    $gate->push(true);
    var_dump($client->recv());
    $silent->shutdown();

    echo "reset\n";
    $rude = serve(function ($socket) {
        $socket->recv();
        $socket->setOption(1, 13, ['l_onoff' => 1, 'l_linger' => 0]);
    });
    $client = new Client(SWOOLE_SOCK_TCP);
    $client->connect('127.0.0.1', $rude->port, 5);
    $client->send('x');
    var_dump($client->recv(), $client->errCode, $client->isConnected());
    $rude->shutdown();

    echo "half closed\n";
    $half = serve(function ($socket) {
        $socket->sendAll('last words');
        $socket->shutdown(1);
        $heard = $socket->recv();
        echo "still heard: $heard\n";
    });
    $client = new Client(SWOOLE_SOCK_TCP);
    $client->connect('127.0.0.1', $half->port, 5);
    var_dump($client->recv(), $client->recv(), $client->send('bye'));
    $half->shutdown();
});
?>
--EXPECT--
bool(false)
int(111)
string(18) "Connection refused"
int(-1)
bool(false)
bool(true)
NULL
out of time
bool(false)
int(110)
string(20) "Connection timed out"
bool(false)
int(110)
bool(false)
int(110)
bool(true)
bool(true)
int(110)
closed by another coroutine
bool(false)
bool(true)
bool(false)
cancelled
bool(false)
bool(true)
bool(true)
string(0) ""
reset
bool(false)
int(104)
bool(true)
half closed
string(10) "last words"
string(0) ""
int(3)
still heard: bye
