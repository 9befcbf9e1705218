--TEST--
Socket: every way to receive and to send, with TLS
--EXTENSIONS--
openssl
sockets
--FILE--
<?php
require __DIR__ . '/tls.inc';
use Swoole\Coroutine\Socket;
use function Swoole\Coroutine\run;

$certificates = new Certificates;
$authority = $certificates->issue('authority', authority: true);
$server = $certificates->issue('example.org', 'authority');
run(function () use ($authority, $server) {
    foreach ([SWOOLE_SSL_TLSv1_2, SWOOLE_SSL_TLSv1_3] as $version) {
        $listener = tls_listener($server + ['ssl_protocols' => $version, 'ssl_alpn' => 'echo', 'open_length_check' => true, 'package_length_type' => 'n',
            'package_body_offset' => 2]);
        tls_serve($listener, function (Socket $peer, bool $shaken) {
            echo $shaken ? "server: shaken\n" : "server: $peer->errMsg\n";
            // What the listening socket has of framing holds, too.
            while (($packet = $peer->recvPacket()) !== '' && $packet !== false) {
                $peer->sendAll($packet);
            }
            var_dump($packet);
        });
        $client = tls_client(['ssl_cafile' => $authority['ssl_cert_file'], 'ssl_host_name' => 'example.org', 'ssl_alpn' => 'other,echo']);
        var_dump($client->connect('127.0.0.1', port_of($listener)), $client->errCode, $client->sslHandshake(), $client->errCode === SOCKET_EISCONN);
        var_dump(Tern\Internal\socket_alpn($client), openssl_x509_parse(Tern\Internal\socket_peer_certificate($client))['subject']['CN'],
            Tern\Internal\socket_verify_peer($client, false));

        $packet = pack('n', 5) . 'hello';
        var_dump($client->send($packet), $client->recvAll(7) === $packet);
        var_dump($client->sendAll($packet), $client->recv(3) === substr($packet, 0, 3), $client->recvWithBuffer(2), $client->recv() === 'lo');
        $client->send(pack('n', 6) . "ab\ncd\n");
        var_dump($client->recvAll(2) === pack('n', 6), $client->recvLine(), $client->recvLine());
        var_dump($client->peek(), $client->errCode === SOCKET_EAGAIN, $client->checkLiveness());
        var_dump($client->writeVector([pack('n', 4), 'wi', 're']), $client->readVectorAll([2, 1, 3]) === [pack('n', 4), 'w', 'ire']);
        var_dump($client->writeVectorAll([$packet, $packet]), strlen($client->recvAll(14)));
        file_put_contents($file = __DIR__ . '/tls.tmp', 'skip' . str_repeat(pack('n', 30000) . str_repeat('x', 30000), 10));
        var_dump($client->sendFile($file, 4), md5($client->recvAll(300020)) === md5(substr(file_get_contents($file), 4)));
        $peer = null;
        $client->send($packet);
        var_dump($client->recvfrom($peer) === $packet, $peer['address'], $client->sendto('127.0.0.1', 1, 'x'), $client->errCode === SOCKET_EISCONN);
        $client->send($packet);
        Swoole\Coroutine\System::waitEvent($client->fd, SWOOLE_EVENT_READ, 10);
        var_dump(bin2hex($client->peek(1)), $client->recv() === $packet);
        var_dump($client->shutdown(1), $client->recv(), $client->checkLiveness(), $client->errCode === SOCKET_ECONNRESET, $client->peek(), $client->close());
        $listener->close();
    }
});
?>
--EXPECT--
server: shaken
bool(true)
int(0)
bool(false)
bool(true)
string(4) "echo"
string(11) "example.org"
bool(true)
int(7)
bool(true)
int(7)
bool(true)
string(2) "el"
bool(true)
bool(true)
string(3) "ab
"
string(3) "cd
"
bool(false)
bool(true)
bool(true)
int(6)
bool(true)
int(14)
int(14)
bool(true)
bool(true)
bool(true)
string(9) "127.0.0.1"
bool(false)
bool(true)
string(2) "00"
bool(true)
string(0) ""
bool(true)
string(0) ""
bool(false)
bool(true)
string(0) ""
bool(true)
bool(true)
int(0)
bool(false)
bool(true)
string(4) "echo"
string(11) "example.org"
bool(true)
server: shaken
int(7)
bool(true)
int(7)
bool(true)
string(2) "el"
bool(true)
bool(true)
string(3) "ab
"
string(3) "cd
"
bool(false)
bool(true)
bool(true)
int(6)
bool(true)
int(14)
int(14)
bool(true)
bool(true)
bool(true)
string(9) "127.0.0.1"
bool(false)
bool(true)
string(2) "00"
bool(true)
string(0) ""
bool(true)
string(0) ""
bool(false)
bool(true)
string(0) ""
bool(true)
--CLEAN--
<?php
@unlink(__DIR__ . '/tls.tmp');
