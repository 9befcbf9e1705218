--TEST--
Coroutine\Client: recvfrom() without connect(), close() without a connection, sendto() by name of its parameter
--FILE--
<?php
use Swoole\Coroutine\Client;
use Swoole\Coroutine\Socket;
Co\run(function () {
    $client = new Client(SWOOLE_SOCK_UDP);
    $client->set(['bind_address' => '127.0.0.1']);
    var_dump($client->close(), $client->errCode === SWOOLE_ERROR_CLIENT_NO_CONNECTION);
    go(function () use ($client) {
        var_dump($client->recvfrom(100, $address, $port), $address, $port > 0);
    });
    $other = new Client(SWOOLE_SOCK_UDP);
    var_dump($other->sendto(address: '127.0.0.1', port: $client->getsockname()['port'], data: 'hello'));

    $any = new Client(SWOOLE_SOCK_UDP);
    go(fn() => $any->recvfrom(100, $address) === 'to any' && print("to any\n"));
    var_dump($any->getsockname()['port'] > 0, $other->sendto('127.0.0.1', $any->getsockname()['port'], 'to any'));
});
?>
--EXPECT--
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
string(5) "hello"
string(9) "127.0.0.1"
bool(true)
to any
