--TEST--
BlockingSocket: outside of coroutines it blocks, timeouts included
--EXTENSIONS--
sockets
--FILE--
<?php
use Tern\Internal\BlockingSocket;
$listener = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) explode(':', stream_socket_get_name($listener, false))[1];
$socket = new BlockingSocket(AF_INET, SOCK_STREAM);
var_dump($socket instanceof Swoole\Coroutine\Socket, $socket->connect('localhost', $port, 5), $socket->errCode);
$peer = stream_socket_accept($listener);
var_dump($socket->recv(100, 0.01), $socket->errCode === SOCKET_ETIMEDOUT);
fwrite($peer, "hello\nabc");
var_dump($socket->recvLine(100, 5), $socket->recvAll(3, 5), $socket->sendAll('answer'), fread($peer, 100));

// More than the system takes: nobody reads.
var_dump($socket->sendAll(str_repeat('x', 64 << 20), 0.01) < 64 << 20, $socket->errCode === SOCKET_ETIMEDOUT);

fclose($peer);
var_dump($socket->close(), $socket->recv(), $socket->errCode === SOCKET_EBADF);
fclose($listener);
$socket = new BlockingSocket(AF_INET, SOCK_STREAM);
var_dump($socket->connect('127.0.0.1', $port, 5), $socket->errCode === SOCKET_ECONNREFUSED);
?>
--EXPECT--
bool(true)
bool(true)
int(0)
bool(false)
bool(true)
string(6) "hello
"
string(3) "abc"
int(6)
string(6) "answer"
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
