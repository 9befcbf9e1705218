--TEST--
Runtime: ext/sockets: accept, connect, send, recv, SO_RCVTIMEO, MSG_WAITALL, select, and non-blocking sockets
--EXTENSIONS--
sockets
--FILE--
<?php
Co\run(function () {
    $listener = socket_create_listen(0);
    socket_getsockname($listener, $host, $port);
    go(function () use ($listener) {
        $client = socket_accept($listener);
        socket_send($client, 'abc', 3, 0);
        usleep(1000);
        socket_send($client, 'def', 3, 0);
        $data = socket_read($client, 100);
        echo "server got $data\n";
        socket_write($client, 'end');
    });
    $socket = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
    var_dump(socket_connect($socket, '127.0.0.1', $port));
    var_dump(socket_recv($socket, $data, 6, MSG_WAITALL), $data);
    var_dump(socket_recv($socket, $data, 6, MSG_DONTWAIT), socket_last_error($socket) === SOCKET_EAGAIN);
    socket_set_option($socket, SOL_SOCKET, SO_RCVTIMEO, ['sec' => 0, 'usec' => 2000]);
    var_dump(@socket_read($socket, 10), socket_last_error($socket) === SOCKET_EAGAIN);
    socket_write($socket, 'hello');
    $read = [$socket];
    $none = null;
    var_dump(socket_select($read, $none, $none, 5), socket_read($socket, 10));
    socket_set_nonblock($socket);
    var_dump(@socket_read($socket, 10));

    $one = socket_create(AF_INET, SOCK_DGRAM, SOL_UDP);
    socket_bind($one, '127.0.0.1');
    socket_getsockname($one, $host, $port);
    go(function () use ($one) { socket_recvfrom($one, $data, 100, 0, $from, $fromPort); echo "datagram: $data\n"; });
    socket_sendto($one, 'to itself', 9, 0, '127.0.0.1', $port);
});
?>
--EXPECTF--
bool(true)
int(6)
string(6) "abcdef"
bool(false)
bool(true)
bool(false)
bool(true)
server got hello
int(1)
string(3) "end"
%r(string\(0\) ""|bool\(false\))%r
datagram: to itself
