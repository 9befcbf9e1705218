--TEST--
Socket: listen, accept, connect, send and receive
--EXTENSIONS--
sockets
--FILE--
<?php
use Swoole\Coroutine\Socket;
Co\run(function () {
    $server = new Socket(AF_INET, SOCK_STREAM, 0);
    var_dump($server->fd > 0, $server->domain === AF_INET, $server->type === SOCK_STREAM, $server->protocol);
    var_dump($server->bind('127.0.0.1'), $server->listen());
    $at = $server->getsockname();
    var_dump($at['address'], $at['port'] > 0, $server->getpeername(), $server->errCode === SOCKET_ENOTCONN);
    go(function () use ($server) {
        $peer = $server->accept();
        var_dump(get_class($peer), $peer->getpeername()['address']);
        while (($data = $peer->recv()) !== '') {
            $peer->sendAll(strrev($data));
        }
        var_dump($peer->errCode, $peer->checkLiveness(), $peer->errCode === SOCKET_ECONNRESET, $peer->close());
    });
    $client = new Co\Socket(AF_INET, SOCK_STREAM);
    var_dump($client->connect('localhost', $at['port'], 5), $client->getpeername() === $at, $client->errCode, $client->errMsg);
    var_dump($client->checkLiveness(), $client->peek(), $client->errCode === SOCKET_EAGAIN);
    var_dump($client->send('hello'), $client->recv(3), $client->peek(), $client->recv());
    var_dump($client->isClosed(), $client->close(), $client->isClosed(), $client->fd, $client->close(), $client->errCode === SOCKET_EBADF, $client->errMsg);
    var_dump($client->recv(), $client->send('x'), swoole_last_error() === SOCKET_EBADF);
});
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
int(0)
bool(true)
bool(true)
string(9) "127.0.0.1"
bool(true)
bool(false)
bool(true)
string(23) "Swoole\Coroutine\Socket"
string(9) "127.0.0.1"
bool(true)
bool(true)
int(0)
string(0) ""
bool(true)
bool(false)
bool(true)
int(5)
string(3) "oll"
string(2) "eh"
string(2) "eh"
bool(false)
bool(true)
bool(true)
int(-1)
bool(false)
bool(true)
string(19) "Bad file descriptor"
bool(false)
bool(false)
bool(true)
int(0)
bool(false)
bool(true)
bool(true)
