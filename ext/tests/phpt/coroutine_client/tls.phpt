--TEST--
Coroutine\Client: TLS from the start and later on, others run meanwhile
--EXTENSIONS--
openssl
--FILE--
<?php
require __DIR__ . '/serve.inc';
require __DIR__ . '/../coroutine_socket/tls.inc';
use Swoole\Coroutine\Client;

$all = new Certificates();
$authority = $all->issue('authority', authority: true)['ssl_cert_file'];
$own = $all->issue('server', 'authority', 'DNS:localhost');

Co\run(function () use ($authority, $own) {
    $trust = ['ssl_verify_peer' => true, 'ssl_cafile' => $authority, 'timeout' => 5];
    $server = serve(function ($socket) use ($own) {
        $socket->setProtocol($own);
        $socket->sslHandshake() && echo_back($socket);
    });
    $client = new Client(SWOOLE_SOCK_TCP | SWOOLE_SSL);
    $client->set($trust + ['open_length_check' => true, 'package_body_offset' => 4, 'package_max_length' => 8 << 20]);
    var_dump($client->connect('localhost', $server->port), $client->errCode);
    $packet = pack('N', 4 << 20) . str_repeat(random_bytes(1024), 4 << 10);
    go(fn() => var_dump($client->send($packet) === strlen($packet)));
    var_dump($client->recv() === $packet);
    $file = tempnam(sys_get_temp_dir(), 'tern');
    file_put_contents($file, $packet);
    go(fn() => var_dump($client->sendfile($file)));
    var_dump($client->recv() === $packet, openssl_x509_parse($client->getPeerCert())['subject']['CN'], $client->verifyPeerCert());
    unlink($file);
    $client->close();

    echo "not for this name\n";
    var_dump($client->connect('127.0.0.1', $server->port), $client->errCode === SWOOLE_ERROR_SSL_VERIFY_FAILED, $client->errMsg, $client->connected);

    echo "enableSSL()\n";
    $upgrading = serve(function ($socket) use ($own) {
        $socket->sendAll('ready');
        $socket->recvAll(2);
        $socket->setProtocol($own);
        $socket->sslHandshake() && echo_back($socket);
    });
    $client = new Client(SWOOLE_SOCK_TCP);
    $client->set($trust);
    var_dump($client->connect('localhost', $upgrading->port), $client->recv(), $client->send('go'));
    var_dump($client->enableSSL(), $client->send('secret'), $client->recv(), $client->peek(), $client->errCode);
    $client->close();
    $server->shutdown();
    $upgrading->shutdown();
});
?>
--EXPECT--
bool(true)
int(0)
bool(true)
bool(true)
bool(true)
bool(true)
string(6) "server"
bool(true)
not for this name
bool(false)
bool(true)
string(54) "Peer certificate was not accepted: IP address mismatch"
bool(false)
enableSSL()
bool(true)
string(5) "ready"
int(2)
bool(true)
int(6)
string(6) "secret"
bool(false)
int(11)
