--TEST--
Streams async.udg:// are unix datagram sockets, which suspend in coroutines
--FILE--
<?php
$path = __DIR__ . '/async_udg.tmp';
var_dump(in_array('async.udg', stream_get_transports(), true));
Co\run(function () use ($path) {
    $server = stream_socket_server("async.udg://$path", flags: STREAM_SERVER_BIND);
    go(function () use ($server) {
        echo "waiting\n";
        echo stream_socket_recvfrom($server, 100), "\n";
    });
    $client = stream_socket_client("async.udg://$path");
    echo "sending\n";
    var_dump(stream_socket_sendto($client, 'datagram'));
});
var_dump(@stream_socket_client('async.udg:///none/at/all'));
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/async_udg.tmp');
?>
--EXPECT--
bool(true)
waiting
sending
int(8)
datagram
bool(false)
