--TEST--
Tern\Http\Client: through proxies
--FILE--
<?php
require __DIR__ . '/../coroutine_client/serve.inc';
require __DIR__ . '/../coroutine_client/proxy.inc';
require __DIR__ . '/server.inc';
use Tern\Http\Client;

Co\run(function () {
    $server = new Scripted(fn($line, $head) => response($line . (preg_match('/^proxy-authorization.*$/mi', $head, $found) ? " $found[0]" : '')));
    $socks = serve(fn($socket) => socks5($socket, $server->port, 'me:secret'));
    foreach (['me:secret', 'me:wrong'] as $login) {
        $client = new Client(['proxy' => "socks5://$login@127.0.0.1:$socks->port", 'retries' => 0]);
        attempt(fn() => $client->get('http://example.org/a'));
        attempt(fn() => $client->get('http://example.org/b'));
        $client->close();
    }
    // Requests without TLS go to an HTTP proxy as they are.
    $client = new Client(['proxy' => "http://me:p%40ss@127.0.0.1:$server->port"]);
    attempt(fn() => $client->get('http://example.org:81/a?b'));
    $client->close();
    // With TLS they go through a tunnel, which leads to a server without TLS here.
    $proxy = serve(fn($socket) => http_proxy($socket, $server->port, "HTTP/1.1 407 No\r\n\r\n"));
    $client = new Client(['proxy' => "http://me:secret@127.0.0.1:$proxy->port", 'retries' => 0]);
    attempt(fn() => $client->get('https://example.org/a'));
    $client->close();
    foreach ([$server, $socks, $proxy] as $one) {
        $one instanceof Scripted ? $one->stop() : $one->shutdown();
    }
});
?>
--EXPECT--
methods 0002, login me:secret, asks for example.org
200 GET /a HTTP/1.1
200 GET /b HTTP/1.1
methods 0002, login me:wrongTern\Http\Client\NetworkError: GET http://example.org/a: SOCKS5 proxy refused the login
methods 0002, login me:wrongTern\Http\Client\NetworkError: GET http://example.org/b: SOCKS5 proxy refused the login
200 GET http://example.org:81/a?b HTTP/1.1 Proxy-Authorization: Basic bWU6cEBzcw==
CONNECT example.org:443 HTTP/1.1|Host: example.org:443|Proxy-Authorization: Basic bWU6c2VjcmV0||
Tern\Http\Client\NetworkError: GET https://example.org/a: the HTTP proxy answered 407
