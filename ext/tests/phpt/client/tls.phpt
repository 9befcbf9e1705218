--TEST--
Client: TLS from the start and later on, certificates that are good and bad, proxies, TLS that is kept
--EXTENSIONS--
openssl
--FILE--
<?php
require __DIR__ . '/serve.inc';
require __DIR__ . '/certificates.inc';
use Swoole\Client;

$all = new Certificates();
$all->issue('authority');
$all->issue('server', 'authority', ['localhost', 'server.test', '127.0.0.1']);
$all->issue('alone', null, ['localhost']);
$all->issue('client', 'authority', ['client.test']);

const TLS = SWOOLE_SOCK_TCP | SWOOLE_SSL;

$secure = fn($connection, string $name, array $more = []) => stream_context_set_option($connection, 'ssl', 'local_cert', $GLOBALS['all']->path("$name.pem"))
    && stream_context_set_options($connection, ['ssl' => $more + ['verify_peer' => false]])
    && @stream_socket_enable_crypto($connection, true, STREAM_CRYPTO_METHOD_TLS_SERVER);
$server = serve(fn($connection) => $secure($connection, 'server') && echo_back($connection));
$alone = serve(fn($connection) => $secure($connection, 'alone') && echo_back($connection));
$strict = serve(fn($connection) => $secure($connection, 'server', ['verify_peer' => true, 'verify_peer_name' => false, 'cafile' => $all->path('authority.crt')]) && echo_back($connection));
$upgrading = serve(function ($connection) use ($secure) {
    fwrite($connection, 'go ahead' . fread($connection, 8));
    $secure($connection, 'server') && echo_back($connection);
});
$plain = serve(fn($connection) => fwrite($connection, 'what?') . fread($connection, 1000));

function attempt(int $port, array $settings, string $host = 'localhost', int $type = TLS): void
{
    $client = new Client($type);
    $client->set($settings);
    if ($client->connect($host, $port, 5)) {
        echo 'said ', $client->send('hello'), ', heard ', $client->recv(), "\n";
        echo openssl_x509_parse($client->getPeerCert())['subject']['CN'], json_encode([$client->verifyPeerCert(), $client->verifyPeerCert(true)]), "\n";
    } else {
        echo "$client->errCode\n";
    }
    $client->close(true);
}

$trust = ['ssl_verify_peer' => true, 'ssl_cafile' => $all->path('authority.crt')];
echo "not verified\n";
attempt($server, []);
attempt($alone, []);
echo "verified\n";
attempt($server, $trust);
attempt($server, $trust, '127.0.0.1');
attempt($server, $trust + ['ssl_host_name' => 'server.test'], '127.0.0.1');
attempt($server, $trust + ['ssl_host_name' => 'other.test']);
attempt($alone, $trust);
attempt($alone, ['ssl_verify_peer' => true, 'ssl_allow_self_signed' => true]);
echo "a client with a certificate\n";
attempt($strict, $trust + ['ssl_cert_file' => $all->path('client.crt'), 'ssl_key_file' => $all->path('client.key')]);
echo "no TLS\n";
attempt($plain, []);
?>
--EXPECT--
