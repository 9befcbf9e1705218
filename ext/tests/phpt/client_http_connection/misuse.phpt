--TEST--
Client\HttpConnection: wrong order, wrong options, closed and busy sockets, cancellation
--FILE--
<?php
require __DIR__ . '/pair.inc';
use Tern\Internal\Client\HttpConnection;
use Swoole\Coroutine;
use Swoole\Coroutine\Socket;

function attempt(callable $call): void
{
    try {
        var_dump($call());
    } catch (Throwable $error) {
        echo $error::class, ': ', $error->getMessage(), "\n";
    }
}

Co\run(function () {
    [$client, $server] = swoole_coroutine_socketpair(AF_UNIX, SOCK_STREAM, 0);
    foreach ([['head_bytes' => 0], ['head_bytes' => '1'], ['body_bytes' => -1], ['nothing' => 1]] as $options) {
        attempt(fn() => new HttpConnection($client, $options));
    }
    $http = new HttpConnection($client);
    attempt(fn() => $http->__construct($client));
    attempt(fn() => clone $http);
    attempt(fn() => serialize($http));
    attempt(fn() => $http->other = 1);
    var_dump($http->receivePiece(5), $http->errCode === SWOOLE_ERROR_WRONG_OPERATION);

    $http->send(REQUEST, '', 5);
    var_dump($http->receive('GET', 0.001), $http->errCode === 110, $http->errMsg, $http->begun);
    $reader = go(function () use ($http) {
        var_dump($http->receive('GET', -1), $http->errCode === 125);
    });
    try {
        $http->receiveHead('GET', 5);
    } catch (Swoole\Error $error) {
        echo $error->getCode() === SWOOLE_ERROR_CO_HAS_BEEN_BOUND ? "bound\n" : $error;
    }
    Coroutine::cancel($reader);
    $server->sendAll("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    echo told($http, $http->receive('GET', 5)), "\n";

    $http->send(REQUEST, '', 5);
    $server->sendAll("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab");
    var_dump($http->receiveHead('GET', 5), $http->send(REQUEST, '', 5), $http->errCode === SWOOLE_ERROR_WRONG_OPERATION);
    var_dump($http->receivePiece(5));
    $waiting = go(function () use ($http) {
        var_dump($http->receivePiece(-1), $http->errCode === 125);
    });
    $client->close();
    Co::join([$waiting]);
    var_dump($http->receivePiece(5), $http->errCode === 9, $http->send(REQUEST, '', 5), $http->isIdle());

    [$http, $server] = connection();
    $server->close();
    var_dump($http->send(REQUEST, '', 5), $http->errCode === 32);
});
[$client] = swoole_coroutine_socketpair(AF_UNIX, SOCK_STREAM, 0);
attempt(fn() => (new HttpConnection($client))->send(REQUEST, '', 5));
?>
--EXPECT--
ValueError: Tern\Internal\Client\HttpConnection::__construct(): Argument #2 ($options) must have a head_bytes of 1 to 16777216, 0 given
ValueError: Tern\Internal\Client\HttpConnection::__construct(): Argument #2 ($options) must have a head_bytes of 1 to 16777216, string given
ValueError: Tern\Internal\Client\HttpConnection::__construct(): Argument #2 ($options) must have a body_bytes of 1 to 9223372036854775807, -1 given
ValueError: Tern\Internal\Client\HttpConnection::__construct(): Argument #2 ($options) has an unknown option: nothing
Error: The object is constructed already
Error: Trying to clone an uncloneable object of class Tern\Internal\Client\HttpConnection
Exception: Serialization of 'Tern\Internal\Client\HttpConnection' is not allowed
Error: Cannot create dynamic property Tern\Internal\Client\HttpConnection::$other
bool(false)
bool(true)
bool(false)
bool(true)
string(20) "Connection timed out"
bool(false)
bound
bool(false)
bool(true)
200 "" reusable
bool(true)
bool(false)
bool(true)
string(2) "ab"
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(false)
bool(false)
bool(true)
Swoole\Error: API must be called in the coroutine
