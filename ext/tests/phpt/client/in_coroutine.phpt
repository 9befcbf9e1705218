--TEST--
Client: in a coroutine it suspends that, whatever is hooked
--FILE--
<?php
require __DIR__ . '/../coroutine_client/serve.inc';
require __DIR__ . '/../coroutine_client/proxy.inc';
use Swoole\Client;
use Swoole\Coroutine;

Coroutine::set(['hook_flags' => 0]);
Co\run(function () {
    $server = serve(echo_back(...));
    $client = new Client(SWOOLE_SOCK_TCP);
    var_dump($client->connect('localhost', $server->port, 5), $client->send('hello'), $client->recv());
    echo "a peek that waits\n";
    go(fn() => $client->send('later'));
    var_dump($client->recv(5, Client::MSG_PEEK), $client->recv());
    echo "cancelled, closed\n";
    $client->set(['timeout' => -1, 'read_timeout' => -1]);
    $waiting = go(function () use ($client) {
        var_dump($client->recv(), $client->errCode === SOCKET_ECANCELED);
        var_dump($client->recv(1, Client::MSG_PEEK), $client->errCode === SOCKET_ECANCELED);
        var_dump($client->recv(), $client->errCode === SOCKET_ECANCELED);
    });
    Coroutine::cancel($waiting);
    Coroutine::cancel($waiting);
    var_dump($client->close());
    Coroutine::join([$waiting]);
    echo "select\n";
    $client->connect('127.0.0.1', $server->port);
    $waiting = go(function () use ($client) {
        $read = [$client];
        $none = null;
        var_dump(swoole_client_select($read, $none, $none, -1), count($read), swoole_last_error() === SOCKET_ECANCELED);
    });
    Coroutine::cancel($waiting);
    Coroutine::join([$waiting]);
    echo "by a proxy\n";
    $proxy = serve(fn($socket) => socks5($socket, $server->port));
    $client = new Client(SWOOLE_SOCK_TCP);
    $client->set(['socks5_host' => 'localhost', 'socks5_port' => $proxy->port]);
    var_dump($client->connect('some.name', 80, 5), $client->send('through'), $client->recv());
    $client->close();
    $proxy->shutdown();
    $server->shutdown();
});
?>
--EXPECT--
bool(true)
int(5)
string(5) "hello"
a peek that waits
string(5) "later"
string(5) "later"
cancelled, closed
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
select
bool(false)
int(1)
bool(true)
by a proxy
methods 00, asks for some.name
bool(true)
int(7)
string(7) "through"
