--TEST--
Socket: the second half can be shut down although the peer has closed the connection, each half once
--EXTENSIONS--
sockets
--FILE--
<?php
use Swoole\Coroutine\Socket;
Co\run(function () {
    $listener = new Socket(AF_INET, SOCK_STREAM);
    $listener->bind('127.0.0.1');
    $listener->listen();
    go(function () use ($listener) {
        $peer = $listener->accept();
        $peer->recv();
        $peer->close();
    });
    $socket = new Socket(AF_INET, SOCK_STREAM);
    var_dump($socket->shutdown(), $socket->errCode === SOCKET_ENOTCONN);
    $socket->connect('127.0.0.1', $listener->getsockname()['port']);
    $socket->send('x');
    var_dump($socket->recv(), $socket->shutdown(STREAM_SHUT_WR));
    var_dump($socket->shutdown(STREAM_SHUT_RD), $socket->errCode);
    var_dump($socket->shutdown(), $socket->errCode === SOCKET_ENOTCONN);
});
?>
--EXPECT--
bool(false)
bool(true)
string(0) ""
bool(true)
bool(true)
int(0)
bool(false)
bool(true)
