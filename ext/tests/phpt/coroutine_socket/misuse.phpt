--TEST--
Socket: wrong arguments
--EXTENSIONS--
sockets
--FILE--
<?php
use Swoole\Coroutine\Socket;
function attempt(callable $call): void
{
    try { var_dump($call()); } catch (Throwable $error) { echo get_class($error), ': ', $error->getMessage(), "\n"; }
}
Co\run(function () {
    attempt(fn () => new Socket(12345, SOCK_STREAM));
    try { new Socket(AF_INET, 77); } catch (Socket\Exception $error) { var_dump($error->getCode() === SOCKET_EINVAL, $error instanceof Swoole\Exception, $error instanceof Co\Socket\Exception); }
    attempt(fn () => (new class extends Socket { function __construct() {} })->recv());
    $socket = new Socket(AF_INET, SOCK_STREAM);
    attempt(fn () => $socket->__construct(AF_INET, SOCK_STREAM));
    attempt(fn () => clone $socket);
    attempt(fn () => serialize($socket));
    attempt(fn () => $socket->bind('127.0.0.1', 65536));
    attempt(fn () => $socket->bind('no address') || $socket->errCode === SOCKET_EINVAL);
    attempt(fn () => $socket->bind("127.0.0.1\0"));
    attempt(fn () => $socket->bind('192.0.2.1') || $socket->errCode === SOCKET_EADDRNOTAVAIL);
    attempt(fn () => $socket->listen(-1));
    attempt(fn () => $socket->connect('127.0.0.1'));
    attempt(fn () => $socket->connect('', 80));
    attempt(fn () => $socket->cancel(3));
    attempt(fn () => $socket->getBoundCid(0));
    attempt(fn () => $socket->shutdown(3));
    attempt(fn () => $socket->recvAll(PHP_INT_MAX));
    attempt(fn () => $socket->sslHandshake() || $socket->errCode === SOCKET_ENOTCONN);
    attempt(fn () => Socket::import(fopen('php://memory', 'r')));
    $closed = fopen('php://memory', 'r');
    fclose($closed);
    attempt(fn () => Socket::import($closed));
    attempt(fn () => Socket::import(fopen(__FILE__, 'r')));
    attempt(fn () => Socket::import([]));
    $long = new Socket(AF_UNIX, SOCK_STREAM);
    attempt(fn () => $long->connect(str_repeat('x', 200)) || $long->errCode === SOCKET_EINVAL);
    // The program may put anything into the properties.
    $socket->errCode = 'text';
    $socket->fd = null;
    attempt(fn () => $socket->recv() || is_int($socket->errCode));
    attempt(fn () => $socket->close() && $socket->fd === -1);
});
?>
--EXPECTF--
Swoole\Coroutine\Socket\Exception: There is no socket of domain 12345, type 1, protocol 0: Address family not supported by protocol
bool(true)
bool(true)
bool(true)
Error: you must call constructor first: Swoole\Coroutine\Socket::__construct() was not called
Error: The socket is constructed already
Error: Trying to clone an uncloneable object of class Swoole\Coroutine\Socket
Exception: Serialization of 'Swoole\Coroutine\Socket' is not allowed

Warning: Swoole\Coroutine\Socket::bind(): Argument #2 ($port) must be between 0 and 65535, 65536 given in %s on line %d
bool(false)
bool(true)
ValueError: Swoole\Coroutine\Socket::bind(): Argument #1 ($address) must not contain any null bytes
bool(true)

Warning: Swoole\Coroutine\Socket::listen(): Argument #1 ($backlog) must be between 0 and 2147483647, -1 given in %s on line %d
bool(false)

Warning: Swoole\Coroutine\Socket::connect(): Argument #2 ($port) must be between 1 and 65535, 0 given in %s on line %d
bool(false)

Warning: Swoole\Coroutine\Socket::connect(): Argument #1 ($host) cannot be empty in %s on line %d
bool(false)

Warning: Swoole\Coroutine\Socket::cancel(): Argument #1 ($event) must be SWOOLE_EVENT_READ or SWOOLE_EVENT_WRITE in %s on line %d
bool(false)

Warning: Swoole\Coroutine\Socket::getBoundCid(): Argument #1 ($event) must be SWOOLE_EVENT_READ or SWOOLE_EVENT_WRITE in %s on line %d
bool(false)

Warning: Swoole\Coroutine\Socket::shutdown(): Argument #1 ($how) must be 0 (reading), 1 (writing) or 2 (both), 3 given in %s on line %d
bool(false)
ValueError: Swoole\Coroutine\Socket::recvAll(): Argument #1 ($length) must be less than what memory_limit allows, 9223372036854775807 given
bool(true)

Warning: Swoole\Coroutine\Socket::import(): the stream has no descriptor in %s on line %d
bool(false)
TypeError: Swoole\Coroutine\Socket::import(): supplied resource is not a valid stream resource

Warning: Swoole\Coroutine\Socket::import(): no socket: Socket operation on non-socket in %s on line %d
bool(false)
TypeError: Swoole\Coroutine\Socket::import(): Argument #1 ($stream) must be a descriptor: a number, a stream or a socket, array given
bool(true)
bool(true)
bool(true)
