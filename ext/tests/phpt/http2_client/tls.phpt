--TEST--
Coroutine\Http2\Client: TLS with ALPN, and unix sockets
--EXTENSIONS--
openssl
--FILE--
<?php
require __DIR__ . '/serve.inc';
require __DIR__ . '/../coroutine_socket/tls.inc';
use Swoole\Coroutine\Http2\Client;
use Swoole\Coroutine\Server;

$all = new Certificates();
$authority = $all->issue('authority', authority: true)['ssl_cert_file'];
$own = $all->issue('server', 'authority', 'DNS:localhost');

Co::set(['log_level' => SWOOLE_LOG_NONE]);
Co\run(function () use ($authority, $own) {
    $large = random_bytes(1 << 20);
    $server = serve(fn($request, $response) => $response->end($request->header['host'] . $request->getContent()), $own, ssl: true);
    $host = "localhost:$server->port";
    $client = new Client('localhost', $server->port, true);
    $client->set(['ssl_cafile' => $authority, 'timeout' => 10]);
    var_dump($client->connect());
    foreach ([1, 2, 3] as $_) {
        $client->send(request('/', 'POST', $large));
    }
    foreach ([1, 2, 3] as $_) {
        var_dump($client->recv()->data === $host . $large);
    }
    $client->close();

    echo "-- not for this name\n";
    $client = new Client('127.0.0.1', $server->port, true);
    $client->set(['ssl_cafile' => $authority]);
    var_dump($client->connect(), $client->errCode === SWOOLE_ERROR_SSL_VERIFY_FAILED, $client->connected);
    $server->shutdown();

    echo "-- a server that speaks HTTP/1 only\n";
    $server = serve(fn($request, $response) => $response->end(), ['open_http2_protocol' => false] + $own, ssl: true);
    $client = new Client('localhost', $server->port, true);
    $client->set(['timeout' => 10]);
    $client->connect() && $client->send(request());
    var_dump($client->recv(), $client->errCode > 0, $client->connected);
    $server->shutdown();

    echo "-- a unix socket\n";
    $path = sys_get_temp_dir() . '/tern-' . bin2hex(random_bytes(6));
    $server = new Server("unix:$path");
    $server->handle(function ($connection) {
        echo strlen($connection->recv()) > 24 ? "preface\n" : "nothing\n";
        $connection->send(frame(SETTINGS) . head(1, 200, flags: END_HEADERS | END_STREAM));
        $connection->recv();
    });
    go(fn() => $server->start());
    $client = new Client("unix:$path");
    var_dump($client->connect());
    $client->send(request());
    show($client->recv(), $client);
    $client->close();
    $server->shutdown();
    @unlink($path);
});
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
-- not for this name
bool(false)
bool(true)
bool(false)
-- a server that speaks HTTP/1 only
bool(false)
bool(true)
bool(false)
-- a unix socket
bool(true)
preface
1: 200 null
