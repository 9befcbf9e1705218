--TEST--
Socket: DTLS that fails says why
--EXTENSIONS--
openssl
sockets
--FILE--
<?php
require __DIR__ . '/tls.inc';
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\Socket;
use function Swoole\Coroutine\run;

$certificates = new Certificates;
$authority = $certificates->issue('authority', authority: true);
$server = $certificates->issue('example.org', 'authority');
$other = $certificates->issue('other', authority: true);

function peer_of(array $options): Socket
{
    $socket = new Socket(AF_INET, SOCK_DGRAM);
    $socket->bind('127.0.0.1');
    $socket->setProtocol($options);
    return $socket;
}

function attempt(array $server, array $client): void
{
    $peer = peer_of($server);
    $done = new Channel;
    go(fn() => $done->push($peer->sslHandshake() ? 'shaken' : $peer->errMsg));
    $socket = new Socket(AF_INET, SOCK_DGRAM);
    $socket->setProtocol(['open_ssl' => true] + $client);
    $result = $socket->connect('127.0.0.1', port_of($peer)) ? 'shaken' : $socket->errMsg;
    echo "client: $result\nserver: ", $done->pop(), "\n";
}

run(function () use ($authority, $server, $other) {
    attempt($server, ['ssl_cafile' => $other['ssl_cert_file'], 'ssl_host_name' => 'example.org']);
    attempt($server, ['ssl_cafile' => $authority['ssl_cert_file'], 'ssl_host_name' => 'example.com']);
    attempt($server + ['ssl_verify_peer' => true, 'ssl_cafile' => $authority['ssl_cert_file']], []);
    attempt($server + ['ssl_ciphers' => 'ECDHE-ECDSA-AES256-GCM-SHA384'], ['ssl_ciphers' => 'ECDHE-ECDSA-AES128-GCM-SHA256']);

    echo "--- no server\n";
    $gone = peer_of([]);
    $port = port_of($gone);
    $gone->close();
    $socket = new Socket(AF_INET, SOCK_DGRAM);
    $socket->setProtocol(['open_ssl' => true]);
    var_dump($socket->connect('127.0.0.1', $port), $socket->errCode === SOCKET_ECONNREFUSED);

    echo "--- no answer\n";
    $silent = peer_of([]);
    $socket = new Socket(AF_INET, SOCK_DGRAM);
    $socket->setProtocol(['open_ssl' => true]);
    var_dump($socket->connect('127.0.0.1', port_of($silent), 0.01), $socket->errCode === SOCKET_ETIMEDOUT);
    var_dump($socket->send('not without TLS'), $socket->errCode === SWOOLE_ERROR_SSL_NOT_READY);

    echo "--- settings\n";
    $socket = peer_of($server + ['ssl_protocols' => SWOOLE_SSL_TLSv1_3]);
    var_dump($socket->sslHandshake(), $socket->errMsg);
    try {
        peer_of([])->sslHandshake();
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
    }
    foreach ([['ssl_protocols' => SWOOLE_SSL_DTLS], ['ssl_method' => SWOOLE_DTLS_CLIENT_METHOD]] as $options) {
        try {
            (new Socket(AF_INET, SOCK_STREAM))->setProtocol($options);
        } catch (ValueError $error) {
            echo $error->getMessage(), "\n";
        }
        var_dump((new Socket(AF_INET, SOCK_DGRAM))->setProtocol($options));
    }
    $pair = new Socket(AF_UNIX, SOCK_DGRAM);
    var_dump($pair->sslHandshake(), $pair->errCode === SOCKET_EPROTOTYPE);
});
?>
--EXPECTF--
client: Peer certificate was not accepted: unable to get local issuer certificate
server: TLS handshake failed: %s alert unknown ca
client: Peer certificate was not accepted: hostname mismatch
server: TLS handshake failed: %s alert bad certificate
client: TLS handshake failed: %s alert handshake failure
server: TLS handshake failed: peer did not return a certificate
client: TLS handshake failed: %s alert handshake failure
server: TLS handshake failed: no shared cipher
--- no server
bool(false)
bool(true)
--- no answer
bool(false)
bool(true)
bool(false)
bool(true)
--- settings
bool(false)
string(110) "TLS handshake failed: ssl_protocols has none of SWOOLE_SSL_DTLS, TLSv1, TLSv1_1, TLSv1_2, which datagrams need"
The server of a connection needs ssl_cert_file, see setProtocol()
Swoole\Coroutine\Socket::setProtocol(): Argument #1 ($settings) must have one of SWOOLE_SSL_TLSv1, TLSv1_1, TLSv1_2, TLSv1_3 in ssl_protocols
bool(true)
Swoole\Coroutine\Socket::setProtocol(): Argument #1 ($settings) must have SWOOLE_TLS_METHOD or one of TLSv1, TLSv1_1, TLSv1_2 as ssl_method
bool(true)
bool(false)
bool(true)
