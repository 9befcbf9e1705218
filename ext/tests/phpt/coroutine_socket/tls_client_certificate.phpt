--TEST--
Socket: TLS whose clients need a certificate
--EXTENSIONS--
openssl
sockets
--FILE--
<?php
require __DIR__ . '/tls.inc';
use Swoole\Coroutine\Socket;
use function Swoole\Coroutine\run;

$certificates = new Certificates;
$authority = $certificates->issue('authority', authority: true)['ssl_cert_file'];
$server = $certificates->issue('example.org', 'authority');
$client = $certificates->issue('client', 'authority');
$stranger = $certificates->issue('stranger');
run(function () use ($authority, $server, $client, $stranger) {
    foreach ([SWOOLE_SSL_TLSv1_2, SWOOLE_SSL_TLSv1_3] as $version) {
        $listener = tls_listener($server + ['ssl_verify_peer' => true, 'ssl_client_cert_file' => $authority, 'ssl_protocols' => $version]);
        tls_serve($listener, function (Socket $peer, bool $shaken) {
            $who = $shaken ? openssl_x509_parse(Tern\Internal\socket_peer_certificate($peer))['subject']['CN'] : $peer->errMsg;
            echo "  server: $who\n";
            $peer->send('welcome');
        }, 3);
        foreach (['client' => $client, 'nobody' => [], 'stranger' => $stranger] as $name => $options) {
            echo "$name\n";
            $socket = tls_client($options);
            $shaken = $socket->connect('127.0.0.1', port_of($listener));
            // With TLS 1.3 a client learns only later that it was refused.
            $answer = ($shaken ? $socket->recv() : false) ?: $socket->errMsg;
            echo "  client: $answer\n";
            $socket->close();
        }
        $listener->close();
    }
    // A server that trusts nobody, one without a certificate, and one whose key is missing.
    foreach ([$server + ['ssl_verify_peer' => true], [], ['ssl_cert_file' => $server['ssl_cert_file']]] as $options) {
        $listener = tls_listener($options);
        $done = new Swoole\Coroutine\Channel(1);
        Swoole\Coroutine::create(function () use ($listener, $done) {
            $socket = tls_client([]);
            $done->push($socket->connect('127.0.0.1', port_of($listener)));
            $socket->close();
        });
        $peer = $listener->accept();
        try {
            var_dump($peer->sslHandshake(), $peer->errCode === SWOOLE_ERROR_SSL_HANDSHAKE_FAILED, preg_replace('~/\S+.*~', 'FILE', $peer->errMsg));
        } catch (Error $error) {
            echo $error->getMessage(), "\n";
        }
        $peer->close();
        var_dump($done->pop());
        $listener->close();
    }
});
?>
--EXPECTF--
client
  server: client
  client: welcome
nobody
  server: TLS handshake failed: peer did not return a certificate
  client: TLS handshake failed: %salert%s
stranger
  server: Peer certificate was not accepted: self-signed certificate
  client: TLS handshake failed: %salert%s
client
  server: client
  client: welcome
nobody
  server: TLS handshake failed: peer did not return a certificate
  client: TLS protocol error: %salert%s
stranger
  server: Peer certificate was not accepted: self-signed certificate
  client: TLS protocol error: %salert%s
bool(false)
bool(true)
string(90) "TLS handshake failed: ssl_verify_peer needs ssl_client_cert_file, ssl_cafile or ssl_capath"
bool(false)
The server of a connection needs ssl_cert_file, see setProtocol()
bool(false)
bool(false)
bool(true)
string(39) "TLS handshake failed: ssl_key_file FILE"
bool(false)
