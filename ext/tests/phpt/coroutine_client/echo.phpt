--TEST--
Coroutine\Client: connect, send, receive, peek, close, and what the properties say meanwhile
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Client;
use Swoole\Coroutine\Socket;

Co\run(function () {
    $server = serve(echo_back(...));
    $client = new Client(SWOOLE_SOCK_TCP);
    var_dump([$client->fd, $client->socket, $client->connected, $client->type, $client->setting, $client->isConnected()] === [-1, null, false, 1, null, false]);
    var_dump($client->recv(), $client->errCode === SWOOLE_ERROR_CLIENT_NO_CONNECTION, $client->errMsg);
    var_dump($client->connect('localhost', $server->port, 5), $client->errCode, $client->errMsg);
    var_dump($client->connected, $client->isConnected(), $client->fd === $client->socket->fd, $client->exportSocket() === $client->socket);
    var_dump($client->connect('127.0.0.1', $server->port), $client->errCode);
    var_dump($client->peek(), $client->errCode);
    var_dump($client->send('hello'), $client->recv(), $client->errCode);
    var_dump($client->getpeername() === ['host' => '127.0.0.1', 'address' => '127.0.0.1', 'port' => $server->port]);
    var_dump($client->getsockname()['host'], $client->getsockname()['port'] > 0);
    var_dump($client->getPeerCert(), $client->verifyPeerCert());
    var_dump($client->close(), $client->close(), $client->errCode, $client->fd, $client->socket, $client->connected);

    // Again, and closed behind its back.
    var_dump($client->connect('127.0.0.1', $server->port), $client->socket->close());
    var_dump($client->isConnected(), $client->send('x'), $client->errCode, $client->connect('127.0.0.1', $server->port));
    var_dump($client->socket->close(), $server->shutdown(), $client->connect('127.0.0.1', 1), $client->connected, $client->isConnected());
    var_dump(get_class(new Co\Client(SWOOLE_SOCK_TCP6)), [Client::MSG_OOB, Client::MSG_PEEK, Client::MSG_DONTWAIT, Client::MSG_WAITALL] === [1, 2, 64, 256]);
});
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
string(23) "Client is not connected"
bool(true)
int(0)
string(0) ""
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
int(106)
bool(false)
int(11)
int(5)
string(5) "hello"
int(0)
bool(true)
string(9) "127.0.0.1"
bool(true)
bool(false)
bool(false)
bool(true)
bool(false)
int(5001)
int(-1)
NULL
bool(false)
bool(true)
bool(true)
bool(false)
bool(false)
int(5001)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
string(23) "Swoole\Coroutine\Client"
bool(true)
