--TEST--
Socket: recvLine(), recvWithBuffer(), import() and shutdown()
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/pair.inc';
use Swoole\Coroutine\Socket;
Co\run(function () {
    [$a, $b] = socket_pair();
    go(function () use ($b) {
        foreach (["one\n\ntw", "o\r", "\nlonger than that", ' the end'] as $piece) { $b->send($piece); Co::sleep(0.001); }
        $b->shutdown(1);
    });
    $lines = [];
    while (($line = $a->recvLine(10)) !== '') $lines[] = $line;
    echo json_encode($lines), "\n";
    var_dump($b->send('x'), $b->errCode === SOCKET_EPIPE, $a->send('the other direction'), $b->recvWithBuffer(4), $b->recvWithBuffer(), $b->recvWithBuffer(1, 0.001));
    $a->close();
    var_dump($b->recvWithBuffer(), $b->errCode);

    socket_create_pair(AF_UNIX, SOCK_DGRAM, 0, $pair);
    $one = Socket::import($pair[0]);
    $two = Socket::import(socket_export_stream($pair[1]));
    var_dump($one->type === SOCK_DGRAM, $one->send('datagram'), $two->recvWithBuffer(4), $two->recvLine(4), $two->recv(10, 0.001));
    // Each has its own descriptor.
    $one->close();
    var_dump(socket_write($pair[0], 'y'), $two->recv());
});
?>
--EXPECT--
["one\n","\n","two\r","\n","longer tha","n that the"," end"]
bool(false)
bool(true)
int(19)
string(4) "the "
string(15) "other direction"
bool(false)
string(0) ""
int(0)
bool(true)
int(8)
string(4) "data"
string(4) "gram"
bool(false)
int(1)
string(1) "y"
