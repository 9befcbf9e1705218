--TEST--
BlockingSocket: in a coroutine it suspends, and is used by one at a time
--EXTENSIONS--
sockets
--FILE--
<?php
use Tern\Internal\BlockingSocket;
$listener = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) explode(':', stream_socket_get_name($listener, false))[1];
$socket = new BlockingSocket(AF_INET, SOCK_STREAM);
$socket->connect('127.0.0.1', $port, 5);
$peer = stream_socket_accept($listener);
Co::create(function () use ($socket) {
    echo "waits\n";
    var_dump($socket->recv());
});
echo "main\n";
try {
    $socket->recv();
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
fwrite($peer, 'hello');
Swoole\Event::wait();

// A length function may not read from its own socket.
$socket->setProtocol(['open_length_check' => true, 'package_length_func' => function (string $head) use ($socket) {
    try {
        $socket->recv();
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
    }
    return 3;
}]);
fwrite($peer, 'abcdef');
var_dump($socket->recvPacket(5));
unset($socket);  // it holds itself
gc_collect_cycles();
?>
--EXPECT--
waits
main
The socket is in use by coroutine 1
string(5) "hello"
The socket is in use by a call that is not over yet
string(3) "abc"
