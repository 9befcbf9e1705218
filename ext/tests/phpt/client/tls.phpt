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
echo "enableSSL()\n";
$client = new Client(SWOOLE_SOCK_TCP);
$client->set($trust);
var_dump($client->enableSSL(), $client->connect('localhost', $upgrading, 5), $client->getPeerCert(), $client->errCode === SWOOLE_ERROR_SSL_NOT_READY);
var_dump($client->send('STARTTLS'), $client->recv(16, Client::MSG_WAITALL), $client->enableSSL(), $client->verifyPeerCert());
var_dump($client->send('secret'), $client->recv(), $client->enableSSL(), $client->close());
$client = new Client(SWOOLE_SOCK_UDP);
var_dump($client->connect('127.0.0.1', 9) && $client->enableSSL(), $client->errCode === SWOOLE_ERROR_OPERATION_NOT_SUPPORT);

echo "by a proxy\n";
$proxy = serve(function ($connection) use ($secure) {
    while (trim(fgets($connection)) !== '') {
    }
    fwrite($connection, "HTTP/1.1 200 OK\r\n\r\n");
    $secure($connection, 'server') && echo_back($connection);
});
attempt(443, $trust + ['http_proxy_host' => '127.0.0.1', 'http_proxy_port' => $proxy], 'server.test');
attempt(443, $trust + ['http_proxy_host' => '127.0.0.1', 'http_proxy_port' => $proxy], 'elsewhere.test');

echo "packets, flags, select, kept\n";
$client = new Client(TLS | SWOOLE_KEEP);
$client->set($trust + ['open_eof_check' => true, 'package_eof' => ';']);
$client->connect('localhost', $server, 5);
$client->send('one;two;');
$read = [$client];
$none = null;
var_dump($client->recv(), swoole_client_select($read, $none, $none, 5), $client->recv());
$client->send(str_repeat('x', 100000) . ';');
var_dump(strlen($client->recv()), $client->recv(1, Client::MSG_DONTWAIT), $client->errCode, $client->close());
$client = new Client(TLS | SWOOLE_KEEP);
$client->set($trust);
var_dump($client->connect('localhost', $server, 5), $client->reuse, $client->send('again'), $client->recv(5, Client::MSG_PEEK), $client->recv());
$client->close();
$client = new Client(TLS | SWOOLE_KEEP);
var_dump($client->connect('localhost', $server, 5), $client->reuse);

echo "nobody answers\n";
$silent = stream_socket_server('tcp://127.0.0.1:0');
$client = new Client(TLS);
var_dump($client->connect('127.0.0.1', (int) substr(strrchr(stream_socket_get_name($silent, false), ':'), 1), 0.05), $client->errCode, $client->sock);
?>
--EXPECT--
