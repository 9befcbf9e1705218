--TEST--
Client: TLS from the start and later on, certificates that are good and bad, proxies, TLS that is kept
--EXTENSIONS--
openssl
--FILE--
<?php
require __DIR__ . '/serve.inc';
require __DIR__ . '/../coroutine_socket/tls.inc';
use Swoole\Client;

$all = new Certificates();
$authority = $all->issue('authority', authority: true)['ssl_cert_file'];
$files = [
    'server' => $all->issue('server', 'authority', 'DNS:localhost,DNS:server.test,IP:127.0.0.1'),
    'alone' => $all->issue('alone', null, 'DNS:localhost'),
];
$client_files = $all->issue('client', 'authority');

const TLS = SWOOLE_SOCK_TCP | SWOOLE_SSL;

$secure = function ($connection, string $name, array $more = []) use ($files): bool {
    $options = $more + ['local_cert' => $files[$name]['ssl_cert_file'], 'local_pk' => $files[$name]['ssl_key_file'], 'verify_peer' => false];
    foreach ($options as $option => $value) stream_context_set_option($connection, 'ssl', $option, $value);
    return @stream_socket_enable_crypto($connection, true, STREAM_CRYPTO_METHOD_TLS_SERVER) === true;
};
$server = serve(fn($connection) => $secure($connection, 'server') && echo_back($connection));
$alone = serve(fn($connection) => $secure($connection, 'alone') && echo_back($connection));
$strict = serve(fn($connection) => $secure($connection, 'server', ['verify_peer' => true, 'verify_peer_name' => false, 'cafile' => $authority]) && echo_back($connection));
$upgrading = serve(function ($connection) use ($secure) {
    fwrite($connection, 'go ahead' . fread($connection, 8));
    $secure($connection, 'server') && echo_back($connection);
});
$plain = serve(fn($connection) => fwrite($connection, 'what?') . fread($connection, 1000));

function attempt(int $port, array $settings, string $host = 'localhost', int $type = TLS): void
{
    $client = new Client($type);
    $client->set($settings);
    if ($client->connect($host, $port, 30)) {
        echo 'said ', $client->send('hello'), ', heard ', $client->recv(), "\n";
        echo openssl_x509_parse($client->getPeerCert())['subject']['CN'], json_encode([$client->verifyPeerCert(), $client->verifyPeerCert(true)]), "\n";
    } else {
        echo "$client->errCode\n";
    }
    $client->close(true);
}

$trust = ['ssl_verify_peer' => true, 'ssl_cafile' => $authority];
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
attempt($strict, $trust + $client_files);
echo "no TLS\n";
attempt($plain, []);
echo "enableSSL()\n";
$client = new Client(SWOOLE_SOCK_TCP);
$client->set($trust);
var_dump($client->enableSSL(), $client->connect('localhost', $upgrading, 5), $client->getPeerCert(), $client->errCode === SWOOLE_ERROR_SSL_NOT_READY);
var_dump($client->send('STARTTLS'), $client->recv(16, Client::MSG_WAITALL), $client->enableSSL(), $client->verifyPeerCert());
var_dump($client->send('secret'), $client->recv(), $client->enableSSL(), $client->close());
$client = new Client(SWOOLE_SOCK_UDP);
var_dump($client->connect('127.0.0.1', 9) && $client->enableSSL(), $client->errCode === 111);

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
// One that trusts everybody does not get it, and the server serves one at a time.
$client = new Client(TLS | SWOOLE_KEEP);
var_dump($client->connect('localhost', $server, 0.05), $client->reuse);

echo "nobody answers\n";
$silent = stream_socket_server('tcp://127.0.0.1:0');
$client = new Client(TLS);
var_dump($client->connect('127.0.0.1', (int) substr(strrchr(stream_socket_get_name($silent, false), ':'), 1), 0.05), $client->errCode, $client->sock);
?>
--EXPECT--
not verified
said 5, heard hello
server[false,false]
said 5, heard hello
alone[false,true]
verified
said 5, heard hello
server[true,true]
said 5, heard hello
server[true,true]
said 5, heard hello
server[true,true]
1014
1014
said 5, heard hello
alone[false,true]
a client with a certificate
said 5, heard hello
server[true,true]
no TLS
1018
enableSSL()
bool(false)
bool(true)
bool(false)
bool(true)
int(8)
string(16) "go aheadSTARTTLS"
bool(true)
bool(true)
int(6)
string(6) "secret"
bool(false)
bool(true)
bool(false)
bool(true)
by a proxy
said 5, heard hello
server[true,true]
1014
packets, flags, select, kept
string(4) "one;"
int(1)
string(4) "two;"
int(100001)
bool(false)
int(11)
bool(true)
bool(true)
bool(true)
int(5)
string(5) "again"
string(5) "again"
bool(false)
bool(false)
nobody answers
bool(false)
int(110)
int(-1)
