--TEST--
Coroutine\Http\Client: what its requests look like
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Http\Client;

Co\run(function () {
    $server = echoing();
    $client = client_of($server);
    $ask = function (string $method, ...$arguments) use ($client, $server) {
        $client->$method(...$arguments);
        show($server, $client->body);
    };
    $ask('get', '/path?a=1');
    $ask('get', 'no slash#fragment');
    $ask('get', '?a=b');
    $client->set(['http_compression' => false]);
    echo "-- bodies\n";
    $ask('post', '/', 'text');
    $ask('post', '/', ['a' => '1 2', 'b' => ['x', 'y']]);
    $ask('post', '/', 42);
    $ask('post', '/', null);
    echo "-- the method stays\n";
    $client->setMethod('PATCH');
    $client->setData('{}');
    $ask('execute', '/');
    $ask('execute', '/');
    $client->requestMethod = null;
    $client->setData('implies POST');
    $ask('execute', '/');
    $client->setMethod('DELETE');
    $ask('get', '/a-get-all-the-same');
    echo "$client->requestMethod\n";
    echo "-- all requests'\n";
    $client->setHeaders(['Host' => 'example.org', 'Accept' => ['a/b', 'c/d'], 'X-None' => null, 'Content-Length' => 99,
        'Transfer-Encoding' => 'chunked', 'Content-Type' => 'application/json', 'CONNECTION' => 'close', 'X-Number' => 5]);
    $ask('post', '/', ['a' => 1]);
    $client->setBasicAuth('ann', 'secret');
    $ask('get', '/');
    echo "-- none of them any more\n";
    $client->setHeaders([]);
    $client->set(['keep_alive' => false]);
    $ask('get', '/');
    show($server, rtrim($client->getHeaderOut()));
    $server->shutdown();
});
?>
--EXPECT--
GET /path?a=1 HTTP/1.1
Host: 127.0.0.1:PORT
Connection: keep-alive
Accept-Encoding: gzip, deflate, br


GET /no%20slash HTTP/1.1
Host: 127.0.0.1:PORT
Connection: keep-alive
Accept-Encoding: gzip, deflate, br


GET /?a=b HTTP/1.1
Host: 127.0.0.1:PORT
Connection: keep-alive
Accept-Encoding: gzip, deflate, br


-- bodies
POST / HTTP/1.1
Host: 127.0.0.1:PORT
Connection: keep-alive
Content-Length: 4

text
POST / HTTP/1.1
Host: 127.0.0.1:PORT
Connection: keep-alive
Content-Type: application/x-www-form-urlencoded
Content-Length: 27

a=1+2&b%5B0%5D=x&b%5B1%5D=y
POST / HTTP/1.1
Host: 127.0.0.1:PORT
Connection: keep-alive
Content-Length: 2

42
POST / HTTP/1.1
Host: 127.0.0.1:PORT
Connection: keep-alive
Content-Length: 0


-- the method stays
PATCH / HTTP/1.1
Host: 127.0.0.1:PORT
Connection: keep-alive
Content-Length: 2

{}
PATCH / HTTP/1.1
Host: 127.0.0.1:PORT
Connection: keep-alive
Content-Length: 2

{}
POST / HTTP/1.1
Host: 127.0.0.1:PORT
Connection: keep-alive
Content-Length: 12

implies POST
GET /a-get-all-the-same HTTP/1.1
Host: 127.0.0.1:PORT
Connection: keep-alive


GET
-- all requests'
POST / HTTP/1.1
Host: example.org
Accept: a/b
Accept: c/d
CONNECTION: close
X-Number: 5
Content-Type: application/json
Content-Length: 3

a=1
GET / HTTP/1.1
Host: example.org
Accept: a/b
Accept: c/d
CONNECTION: close
X-Number: 5
Authorization: Basic YW5uOnNlY3JldA==
Content-Type: application/json


-- none of them any more
GET / HTTP/1.1
Host: 127.0.0.1:PORT
Connection: close


GET / HTTP/1.1
Host: 127.0.0.1:PORT
Connection: close

