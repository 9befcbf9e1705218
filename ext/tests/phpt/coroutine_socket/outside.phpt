--TEST--
Socket: outside of coroutines nothing can wait
--EXTENSIONS--
sockets
--FILE--
<?php
use Swoole\Coroutine\Socket;
$socket = new Socket(AF_INET, SOCK_STREAM);
var_dump($socket->bind('127.0.0.1'), $socket->listen(), $socket->getsockname()['port'] > 0);
foreach ([['accept'], ['connect', '127.0.0.1', 1], ['recv'], ['recvAll'], ['recvLine'], ['recvWithBuffer'], ['send', 'x'], ['sendAll', 'x']] as [$method, ]) {
    try { $socket->$method(...$method === 'connect' ? ['127.0.0.1', 1] : (str_starts_with($method, 'send') ? ['x'] : [])); } catch (Error $error) { echo $method, ': ', $error->getMessage(), "\n"; }
}
$peer = null;
try { $socket->recvfrom($peer); } catch (Error $error) { echo $error->getMessage(), "\n"; }
var_dump($socket->peek(), $socket->errCode === SOCKET_ENOTCONN, $socket->close());
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
accept: API must be called in the coroutine
connect: API must be called in the coroutine
recv: API must be called in the coroutine
recvAll: API must be called in the coroutine
recvLine: API must be called in the coroutine
recvWithBuffer: API must be called in the coroutine
send: API must be called in the coroutine
sendAll: API must be called in the coroutine
API must be called in the coroutine
bool(false)
bool(true)
bool(true)
