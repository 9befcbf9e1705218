--TEST--
Socket: much in both directions at the same time, with TLS and small buffers
--EXTENSIONS--
openssl
sockets
--FILE--
<?php
require __DIR__ . '/tls.inc';
use Swoole\Coroutine;
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\Socket;
use function Swoole\Coroutine\run;

const SIZE = 1 << 20;
function traffic(Socket $socket, string $own): string
{
    $socket->setOption(SOL_SOCKET, SO_SNDBUF, 4096);
    $sent = new Channel(1);
    Coroutine::create(function () use ($socket, $own, $sent) {
        // One byte, pieces, all: whatever size a record has.
        $count = $socket->sendAll($own[0]) + $socket->writeVectorAll([$own[1], substr($own, 2, 70000)]);
        $count += $socket->sendAll(substr($own, $count));
        $socket->shutdown(1);
        $sent->push($count);
    });
    $got = '';
    while (strlen($got) < SIZE - 100000) $got .= $socket->recv(random_int(1, 40000));
    $got .= $socket->recvAll(50000);
    foreach ($socket->readVectorAll([1, 20000, 29998]) as $piece) $got .= $piece;
    while (($more = $socket->recv()) !== '' && $more !== false) $got .= $more;
    echo $more === '' ? strlen($got) : $socket->errMsg, ' ', $sent->pop(), "\n";
    return $got;
}

$certificates = new Certificates;
$server = $certificates->issue('example.org');
$texts = [random_bytes(SIZE), str_repeat("0123456789abcdef", SIZE / 16)];
run(function () use ($server, $texts) {
    $listener = tls_listener($server);
    $done = new Channel(1);
    tls_serve($listener, fn (Socket $peer) => $done->push(traffic($peer, $texts[0])));
    $client = tls_client([]);
    $client->connect('127.0.0.1', port_of($listener));
    var_dump(traffic($client, $texts[1]) === $texts[0], $done->pop() === $texts[1]);
    $client->close();
    $listener->close();
});
?>
--EXPECT--
1048576 1048576
1048576 1048576
bool(true)
bool(true)
