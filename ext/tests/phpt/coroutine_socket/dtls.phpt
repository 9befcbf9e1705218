--TEST--
Socket: DTLS on both sides, datagrams with their boundaries
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
$trusting = ['open_ssl' => true, 'ssl_cafile' => $authority['ssl_cert_file'], 'ssl_host_name' => 'example.org'];

/** A bound socket that takes the first client and returns what it sends. */
function dtls_echo(array $options, int $domain = AF_INET): Socket
{
    $socket = new Socket($domain, SOCK_DGRAM);
    $socket->bind($domain === AF_INET ? '127.0.0.1' : '::1');
    $socket->setProtocol($options);
    go(function () use ($socket) {
        if (!$socket->sslHandshake()) {
            echo "server: $socket->errMsg\n";
            return;
        }
        echo 'server: client on ', $socket->getpeername()['address'], "\n";
        while (($message = $socket->recv()) !== '' && $message !== false) {
            $socket->send($message);
        }
        var_dump($message);
        $socket->close();
    });
    return $socket;
}

run(function () use ($authority, $server, $trusting) {
    foreach ([AF_INET => '127.0.0.1', AF_INET6 => '::1'] as $domain => $host) {
        $peer = dtls_echo($server, $domain);
        $client = new Socket($domain, SOCK_DGRAM);
        $client->setProtocol($trusting);
        var_dump($client->connect($host, port_of($peer)));
        foreach ([1, 1400, 16384] as $size) {
            var_dump($client->send(str_repeat('x', $size)), strlen($client->recv()));
        }
        var_dump($client->send(str_repeat('x', 16385)), $client->errCode === SOCKET_EMSGSIZE);
        $client->send('first');
        $client->send('second');
        var_dump($client->recv(3), $client->recv());
        var_dump($client->writeVector(['one', 'message']), $client->recvfrom($from), $from['address'] === $host);
        var_dump($client->sendto($host, 1, 'x'), $client->errCode === SOCKET_EISCONN);
        var_dump(openssl_x509_parse(Tern\Internal\socket_peer_certificate($client))['subject']['CN']);
        var_dump($client->sslHandshake(), $client->errCode === SOCKET_EISCONN);
        $client->close();
    }

    echo "--- closed by the server\n";
    $peer = new Socket(AF_INET, SOCK_DGRAM);
    $peer->bind('127.0.0.1');
    $peer->setProtocol($server);
    go(fn() => $peer->sslHandshake() && $peer->close());
    $client = new Socket(AF_INET, SOCK_DGRAM);
    $client->setProtocol($trusting);
    var_dump($client->connect('127.0.0.1', port_of($peer)), $client->recv());
    $client->close();

    echo "--- in two steps, and many messages\n";
    $peer = dtls_echo($server);
    $client = new Socket(AF_INET, SOCK_DGRAM);
    $client->connect('127.0.0.1', port_of($peer));
    $client->setProtocol(['ssl_cafile' => $authority['ssl_cert_file'], 'ssl_host_name' => 'example.org', 'ssl_protocols' => SWOOLE_SSL_DTLS]);
    var_dump($client->sslHandshake());
    for ($i = 0; $i < 1000 && $client->send("message $i") && $client->recv() === "message $i"; ++$i) {
    }
    var_dump($i);
    $client->close();
});
?>
--EXPECT--
server: client on 127.0.0.1
bool(true)
int(1)
int(1)
int(1400)
int(1400)
int(16384)
int(16384)
bool(false)
bool(true)
string(3) "fir"
string(6) "second"
int(10)
string(10) "onemessage"
bool(true)
bool(false)
bool(true)
string(11) "example.org"
bool(false)
bool(true)
string(0) ""
server: client on ::1
bool(true)
int(1)
int(1)
int(1400)
int(1400)
int(16384)
int(16384)
bool(false)
bool(true)
string(3) "fir"
string(6) "second"
int(10)
string(10) "onemessage"
bool(true)
bool(false)
bool(true)
string(11) "example.org"
bool(false)
bool(true)
--- closed by the server
string(0) ""
bool(true)
string(0) ""
--- in two steps, and many messages
server: client on 127.0.0.1
bool(true)
int(1000)
string(0) ""
