--TEST--
Coroutine\Socket: close() of an imported stream ends the connection for its peer, though the stream is open
--FILE--
<?php
use Swoole\Coroutine\Socket;

Co\run(function () {
    [$one, $two] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $socket = Socket::import($one);
    $socket->send('last');
    var_dump($socket->close(), stream_get_contents($two));

    echo "not when the object goes\n";
    [$one, $two] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $socket = Socket::import($one);
    unset($socket);
    var_dump(fwrite($one, "line\n"), fgets($two));

    echo "a listening one stays\n";
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    Socket::import($listener)->close();
    $client = stream_socket_client('tcp://' . stream_socket_get_name($listener, false));
    var_dump(is_resource(stream_socket_accept($listener, 5)));
});
?>
--EXPECT--
bool(true)
string(4) "last"
not when the object goes
int(5)
string(5) "line
"
a listening one stays
bool(true)
