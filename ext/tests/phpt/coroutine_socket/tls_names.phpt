--TEST--
Socket: ssl_sni_certs chooses the certificate by the host that the client names; ssl_dhparam
--EXTENSIONS--
openssl
sockets
--FILE--
<?php
require __DIR__ . '/tls.inc';
use Swoole\Coroutine\Socket;
use function Swoole\Coroutine\run;

$certificates = new Certificates;
$usual = $certificates->issue('usual.test');
$named = $certificates->issue('named.test');
$wild = $certificates->issue('wild.test', null, 'DNS:*.wild.test');
$tries = [
    ['named.test', ['NAMED.test' => $named, '*.wild.test' => $wild]],
    ['a.wild.test', ['named.test' => $named, '*.wild.test' => $wild]],
    ['other.test', ['named.test' => $named]],
    ['named.test', ['named.test' => ['ssl_key_file' => $named['ssl_key_file']]]],
    ['named.test', ['named.test' => ['ssl_cert_file' => '/nowhere']]],
];
run(function () use ($tries, $usual) {
    foreach ($tries as [$host, $names]) {
        $listener = tls_listener($usual + ['ssl_sni_certs' => $names]);
        tls_serve($listener, fn (Socket $peer, bool $shaken) => $shaken || print("$peer->errMsg\n"));
        $client = tls_client(['ssl_host_name' => $host]);
        $shaken = $client->connect('127.0.0.1', port_of($listener), 60);
        echo "$host: ", $shaken ? openssl_x509_parse(Tern\Internal\socket_peer_certificate($client))['subject']['CN'] : 'failed', "\n";
        $client->close();
        $listener->close();
    }
    $listener = tls_listener($usual + ['ssl_dhparam' => '/nowhere']);
    tls_serve($listener, fn (Socket $peer, bool $shaken) => $shaken || print("$peer->errMsg\n"));
    tls_client([])->connect('127.0.0.1', port_of($listener), 60);
    try {
        $listener->setProtocol(['ssl_sni_certs' => ['a*' => ['ssl_cert_file' => 'x']]]);
    } catch (ValueError $error) {
        echo $error->getMessage(), "\n";
    }
});
?>
--EXPECTF--
named.test: named.test
a.wild.test: wild.test
other.test: usual.test
TLS handshake failed: each element of ssl_sni_certs needs ssl_cert_file
named.test: failed
TLS handshake failed: ssl_sni_certs, named.test: %s
named.test: failed
TLS handshake failed: ssl_dhparam%s
Swoole\Coroutine\Socket::setProtocol(): Argument #1 ($settings) %s
