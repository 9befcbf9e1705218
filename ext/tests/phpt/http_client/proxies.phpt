--TEST--
Coroutine\Http\Client: a proxy that forwards, tunnels through one for HTTPS and WebSocket, SOCKS5; what proxies refuse
--EXTENSIONS--
openssl
--FILE--
<?php
require __DIR__ . '/serve.inc';
require __DIR__ . '/../coroutine_client/proxy.inc';
require __DIR__ . '/../coroutine_socket/tls.inc';
use Swoole\Coroutine\Http\Client;

$all = new Certificates();
$authority = $all->issue('authority', authority: true)['ssl_cert_file'];
$own = $all->issue('server', 'authority', 'DNS:secure.example');

Co\run(function () use ($authority, $own) {
    echo "forwarded\n";
    $seen = 0;
    $proxy = answering(function (string $request) use (&$seen) {
        ++$seen;
        return answer($request);
    });
    $through = ['http_proxy_host' => '127.0.0.1', 'http_proxy_port' => $proxy->port, 'http_compression' => false, 'timeout' => 10];
    $client = new Client('server.example', 8080);
    $client->set($through + ['http_proxy_user' => 'ann', 'http_proxy_password' => 'secret']);
    outcome($client->get('/path?a=b'), $client);
    show($proxy, $client->body);
    outcome($client->post('/', 'x'), $client);
    show($proxy, $client->body);
    var_dump($seen);
    $proxy->shutdown();

    echo "tunnels\n";
    $secure = serve(function ($socket) use ($own) {
        $socket->setProtocol($own);
        $socket->sslHandshake() && $socket->sendAll(answer(explode("\r\n", request_of($socket))[1]));
    });
    $trust = ['ssl_verify_peer' => true, 'ssl_cafile' => $authority, 'timeout' => 10];
    $try = function (callable $proxy, ?array $options) use ($trust, $secure) {
        $server = serve(fn($socket) => $proxy($socket, $secure->port));
        $kind = $options === null ? 'socks5' : 'http_proxy';
        $client = new Client('secure.example', $secure->port, true);
        $client->set($trust + ["{$kind}_host" => '127.0.0.1', "{$kind}_port" => $server->port] + ($options ?? []));
        outcome($client->get('/'), $client);
        echo str_replace((string) $secure->port, 'PORT', $client->body), "\n";
        $server->shutdown();
    };
    $try(fn($socket, $port) => http_proxy($socket, $port, "HTTP/1.1 200 Connected\r\n\r\n"), []);
    $try(fn($socket, $port) => http_proxy($socket, $port, "HTTP/1.1 200 Connected\r\n\r\n"), ['http_proxy_user' => 'ann']);
    $try(fn($socket, $port) => http_proxy($socket, $port, "HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n"), []);
    $try(fn($socket, $port) => socks5($socket, $port), null);
    $secure->shutdown();

    echo "a tunnel for a WebSocket\n";
    $server = new Swoole\Coroutine\Http\Server('127.0.0.1', 0);
    $server->handle('/', fn($request, $response) => $response->upgrade() && $response->push($response->recv()->data));
    go(fn() => $server->start());
    $proxy = serve(fn($socket) => http_proxy($socket, $server->port, "HTTP/1.1 200 Connected\r\n\r\n"));
    $client = new Client('127.0.0.1', $server->port);
    $client->set(['http_proxy_host' => '127.0.0.1', 'http_proxy_port' => $proxy->port, 'timeout' => 10]);
    outcome($client->upgrade('/'), $client);
    $client->push('through');
    echo $client->recv()->data, "\n";
    $client->close();
    $proxy->shutdown();
    $server->shutdown();
});
?>
--EXPECT--
forwarded
ok 200 0  connected
GET http://server.example:8080/path?a=b HTTP/1.1
Host: server.example:8080
Connection: keep-alive
Proxy-Authorization: Basic YW5uOnNlY3JldA==


ok 200 0  connected
POST http://server.example:8080/ HTTP/1.1
Host: server.example:8080
Connection: keep-alive
Content-Length: 1
Proxy-Authorization: Basic YW5uOnNlY3JldA==

x
int(2)
tunnels
CONNECT secure.example:PORT HTTP/1.1|Host: secure.example:PORT||
ok 200 0  connected
Host: secure.example:PORT
CONNECT secure.example:PORT HTTP/1.1|Host: secure.example:PORT|Proxy-Authorization: Basic YW5uOg==||
ok 200 0  connected
Host: secure.example:PORT
CONNECT secure.example:PORT HTTP/1.1|Host: secure.example:PORT||
failed -1 7103 the HTTP proxy answered 407

methods 00, asks for secure.example
ok 200 0  connected
Host: secure.example:PORT
a tunnel for a WebSocket
CONNECT 127.0.0.1:PORT HTTP/1.1|Host: 127.0.0.1:PORT||
ok 101 0  connected
through
