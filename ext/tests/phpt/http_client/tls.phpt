--TEST--
Coroutine\Http\Client: HTTPS, verified and not; the name to check, the peer's certificate, a certificate of the client
--EXTENSIONS--
openssl
--FILE--
<?php
require __DIR__ . '/serve.inc';
require __DIR__ . '/../coroutine_socket/tls.inc';
use Swoole\Coroutine\Http\Client;

$all = new Certificates();
$authority = $all->issue('authority', authority: true)['ssl_cert_file'];
$own = $all->issue('server', 'authority', 'DNS:localhost');
$mine = $all->issue('client', 'authority');

Co\run(function () use ($authority, $own, $mine) {
    $server = serve(function ($socket) use ($own) {
        $socket->setProtocol($own);
        if ($socket->sslHandshake()) {
            while (($request = request_of($socket)) !== '') {
                $socket->sendAll(answer(strlen($request) > 1000 ? md5($request) : explode("\r\n", $request)[0]));
            }
        }
    });
    $try = function (string $host, array $options) use (&$server) {
        $client = new Client($host, $server->port, true);
        $client->set($options + ['timeout' => 60]);
        outcome($client->get('/'), $client);
        return $client;
    };
    $client = $try('localhost', ['ssl_verify_peer' => true, 'ssl_cafile' => $authority]);
    var_dump($client->body, openssl_x509_parse($client->getPeerCert())['subject']['CN']);
    $large = str_repeat(random_bytes(1000), 3000);
    var_dump($client->post('/', $large), $client->body === md5("POST / HTTP/1.1\r\nHost: localhost:$server->port\r\nConnection: keep-alive\r\n"
        . "Accept-Encoding: gzip, deflate, br\r\nContent-Length: 3000000\r\n\r\n$large"));
    $file = tempnam(sys_get_temp_dir(), 'tern');
    file_put_contents($file, $large);
    $client->addFile($file, 'f');
    outcome($client->post('/', []), $client);
    unlink($file);
    $try('127.0.0.1', ['ssl_verify_peer' => true, 'ssl_cafile' => $authority]);
    $try('127.0.0.1', ['ssl_verify_peer' => true, 'ssl_cafile' => $authority, 'ssl_host_name' => 'localhost']);
    $try('localhost', ['ssl_verify_peer' => true]);
    $try('127.0.0.1', []);
    var_dump($client->close(), $client->getPeerCert());
    $server->shutdown();

    echo "without TLS there\n";
    $server = serve(fn($socket) => $socket->sendAll(answer('no TLS', '', '400 Bad Request')));
    $client = new Client('127.0.0.1', $server->port, true);
    $client->set(['timeout' => 60]);
    var_dump($client->get('/'), $client->statusCode, $client->errCode === SWOOLE_ERROR_SSL_HANDSHAKE_FAILED);
    $server->shutdown();

    echo "a certificate of the client\n";
    $server = serve(function ($socket) use ($own, $authority) {
        $socket->setProtocol($own + ['ssl_verify_peer' => true, 'ssl_client_cert_file' => $authority]);
        $socket->sslHandshake() && request_of($socket) !== '' && $socket->sendAll(answer('welcome'));
    });
    $try('localhost', $mine);
    $client = new Client('localhost', $server->port, true);
    $client->set(['timeout' => 60]);
    // With TLS 1.3 a client learns only after its handshake that it was refused.
    var_dump($client->get('/'), $client->statusCode < 0, $client->errMsg);
    $server->shutdown();
});
?>
--EXPECTF--
ok 200 0  connected
string(14) "GET / HTTP/1.1"
string(6) "server"
bool(true)
bool(true)
ok 200 0  connected
failed -1 %d Peer certificate was not accepted: IP address mismatch
ok 200 0  connected
failed -1 %d Peer certificate was not accepted: unable to get local issuer certificate
ok 200 0  connected
bool(true)
bool(false)
without TLS there
bool(false)
int(-1)
bool(true)
a certificate of the client
ok 200 0  connected
bool(false)
bool(true)
string(%d) "%s"
