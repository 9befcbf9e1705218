--TEST--
Socket: whose certificate TLS takes, and what it says of others
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
$files = [
    'good' => $certificates->issue('example.org', 'authority', 'DNS:example.org,DNS:*.example.net,IP:127.0.0.1'),
    'other' => $certificates->issue('example.com', 'authority'),
    'expired' => $certificates->issue('old.example.org', 'authority', 'DNS:example.org', days: 0),
    'self' => $certificates->issue('self.example.org', null, 'DNS:example.org'),
];
$anybody = ['ssl_verify_peer' => true, 'ssl_host_name' => 'example.org'];
$tries = [
    ['good', ['ssl_cafile' => $authority]],
    ['good', ['ssl_cafile' => $authority, 'ssl_host_name' => 'www.example.net.']],
    ['good', ['ssl_cafile' => $authority, 'ssl_host_name' => '127.0.0.2']],
    ['good', ['ssl_cafile' => $authority, 'ssl_host_name' => 'a.b.example.net']],
    ['good', $anybody],
    ['good', ['ssl_allow_self_signed' => true] + $anybody],
    ['other', []],
    ['other', ['ssl_cafile' => $authority, 'ssl_host_name' => 'example.org']],
    ['other', ['ssl_cafile' => $authority, 'ssl_verify_peer' => false]],
    ['expired', ['ssl_cafile' => $authority, 'ssl_host_name' => 'example.org']],
    ['self', $anybody],
    ['self', ['ssl_allow_self_signed' => true] + $anybody],
    ['self', ['ssl_allow_self_signed' => true, 'ssl_host_name' => 'example.com'] + $anybody],
    ['self', ['ssl_host_name' => 'example.com']],
    ['good', ['ssl_cafile' => '/nowhere']],
    ['good', ['ssl_ciphers' => 'NOTHING']],
];
run(function () use ($tries, $files) {
    foreach ($tries as [$which, $options]) {
        $listener = tls_listener($files[$which]);
        tls_serve($listener, fn (Socket $peer) => null);
        $client = tls_client($options);
        $shaken = $client->connect('127.0.0.1', port_of($listener), 60);
        unset($options['ssl_cafile'], $options['ssl_ciphers']);
        echo "$which: ", json_encode($options), ': ', $shaken ? 'ok' : "$client->errCode $client->errMsg", "\n";
        if ($shaken) {
            echo '  trusted: ', rtrim(json_encode(Tern\Internal\socket_verify_peer($client, false)) . " $client->errMsg"),
            ', self-signed: ', json_encode(Tern\Internal\socket_verify_peer($client, true)), "\n";
        } else {
            var_dump($client->recv(), $client->errMsg);
        }
        $client->close();
        $listener->close();
    }
});
?>
--EXPECT--
good: []: ok
  trusted: true, self-signed: true
good: {"ssl_host_name":"www.example.net."}: ok
  trusted: true, self-signed: true
good: {"ssl_host_name":"127.0.0.2"}: 1014 Peer certificate was not accepted: IP address mismatch
bool(false)
string(37) "TLS is not ready: IP address mismatch"
good: {"ssl_host_name":"a.b.example.net"}: 1014 Peer certificate was not accepted: hostname mismatch
bool(false)
string(35) "TLS is not ready: hostname mismatch"
good: {"ssl_verify_peer":true,"ssl_host_name":"example.org"}: 1014 Peer certificate was not accepted: unable to get local issuer certificate
bool(false)
string(56) "TLS is not ready: unable to get local issuer certificate"
good: {"ssl_allow_self_signed":true,"ssl_verify_peer":true,"ssl_host_name":"example.org"}: 1014 Peer certificate was not accepted: unable to get local issuer certificate
bool(false)
string(56) "TLS is not ready: unable to get local issuer certificate"
other: []: ok
  trusted: false Peer certificate was not accepted: unable to get local issuer certificate, self-signed: false
other: {"ssl_host_name":"example.org"}: 1014 Peer certificate was not accepted: hostname mismatch
bool(false)
string(35) "TLS is not ready: hostname mismatch"
other: {"ssl_verify_peer":false}: ok
  trusted: false Peer certificate was not accepted: IP address mismatch, self-signed: false
expired: {"ssl_host_name":"example.org"}: 1014 Peer certificate was not accepted: certificate has expired
bool(false)
string(41) "TLS is not ready: certificate has expired"
self: {"ssl_verify_peer":true,"ssl_host_name":"example.org"}: 1014 Peer certificate was not accepted: self-signed certificate
bool(false)
string(41) "TLS is not ready: self-signed certificate"
self: {"ssl_allow_self_signed":true,"ssl_verify_peer":true,"ssl_host_name":"example.org"}: ok
  trusted: false Peer certificate was not accepted: self-signed certificate, self-signed: true
self: {"ssl_allow_self_signed":true,"ssl_host_name":"example.com","ssl_verify_peer":true}: 1014 Peer certificate was not accepted: hostname mismatch
bool(false)
string(35) "TLS is not ready: hostname mismatch"
self: {"ssl_host_name":"example.com"}: ok
  trusted: false Peer certificate was not accepted: self-signed certificate, self-signed: false
good: []: 1018 TLS handshake failed: ssl_cafile /nowhere: No such file or directory
bool(false)
string(64) "TLS is not ready: ssl_cafile /nowhere: No such file or directory"
good: []: 1018 TLS handshake failed: ssl_ciphers NOTHING: no cipher match
bool(false)
string(54) "TLS is not ready: ssl_ciphers NOTHING: no cipher match"
