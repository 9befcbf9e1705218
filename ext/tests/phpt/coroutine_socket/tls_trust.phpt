--TEST--
Socket: whose certificate TLS takes, and what it says of others
--EXTENSIONS--
openssl
sockets
--FILE--
<?php
require __DIR__ . '/tls.inc';
use Swoole\Coroutine\Socket;
use Tern\Internal\BlockingSocket;
use function Swoole\Coroutine\run;

$certificates = new Certificates;
$authority = $certificates->issue('authority', authority: true)['ssl_cert_file'];
$files = [
    'good' => $certificates->issue('example.org', 'authority', 'DNS:example.org,DNS:*.example.net,IP:127.0.0.1'),
    'other' => $certificates->issue('example.com', 'authority'),
    'expired' => $certificates->issue('old.example.org', 'authority', 'DNS:example.org', days: -1),
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
    ['good', ['ssl_cafile' => '/nowhere']],
    ['good', ['ssl_ciphers' => 'NOTHING']],
    ['good', ['ssl_ciphers' => 'TLS_AES_128_GCM_SHA256', 'ssl_protocols' => SWOOLE_SSL_TLSv1_2]],
];
run(function () use ($tries, $files) {
    foreach ($tries as [$which, $options]) {
        $listener = tls_listener($files[$which]);
        tls_serve($listener, fn (Socket $peer) => null);
        $client = tls_client($options);
        $shaken = $client->connect('127.0.0.1', port_of($listener));
        unset($options['ssl_cafile'], $options['ssl_ciphers']);
        echo "$which: ", json_encode($options), ': ', $shaken ? 'ok' : "$client->errCode $client->errMsg", "\n";
        if ($shaken) {
            echo '  trusted: ', json_encode(Tern\Internal\socket_verify_peer($client, false)), ' ', $client->errMsg, "\n";
        } else {
            var_dump($client->recv(), $client->errMsg);
        }
        $client->close();
        $listener->close();
    }
});
?>
--EXPECT--
