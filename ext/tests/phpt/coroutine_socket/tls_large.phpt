--TEST--
Socket: much in both directions at the same time, with TLS and small buffers
--EXTENSIONS--
openssl
sockets
--FILE--
<?php
require __DIR__ . '/tls.inc';
use Swoole\Coroutine;
use Swoole\Coroutine\Socket;
use function Swoole\Coroutine\run;

const SIZE = 3 << 20;
function traffic(Socket $socket, string $own): void
{
    $socket->setOption(SOL_SOCKET, SO_SNDBUF, 4096);
    $socket->setOption(SOL_SOCKET, SO_RCVBUF, 4096);
    Coroutine::create(function () use ($socket, $own) {
        // One byte, pieces, all: whatever size a record has.
        $sent = $socket->sendAll($own[0]) + $socket->writeVectorAll([$own[1], substr($own, 2, 70000)]);
        var_dump($sent + $socket->sendAll(substr($own, $sent)) === SIZE);
        $socket->shutdown(1);
    });
    $got = '';
    while (strlen($got) < SIZE - 100000) $got .= $socket->recv(random_int(1, 40000));
    $got .= $socket->recvAll(50000);
    foreach ($socket->readVectorAll([1, 20000, 29998]) as $piece) $got .= $piece;
    while (($more = $socket->recv()) !== '' && $more !== false) $got .= $more;
    echo $more === '' ? md5($got) : $socket->errMsg, "\n";
}

$certificates = new Certificates;
$server = $certificates->issue('example.org');
$texts = [random_bytes(SIZE), str_repeat("0123456789abcdef", SIZE / 16)];
run(function () use ($server, $texts) {
    $listener = tls_listener($server);
    tls_serve($listener, fn (Socket $peer) => traffic($peer, $texts[0]));
    $client = tls_client([]);
    $client->connect('127.0.0.1', port_of($listener));
    traffic($client, $texts[1]);
    $client->close();
    $listener->close();
});
echo md5($texts[0]), "\n", md5($texts[1]), "\n";
?>
