--TEST--
Tern\Http\Client: what a request looks like, and what a response says
--FILE--
<?php
require __DIR__ . '/server.inc';
use Tern\Http\Client;

Co\run(function () {
    $server = new Scripted(fn($line, $head, $body) => response("$head$body", '201 Created', 'X-One: 1', 'X-One: 2', 'Set-Cookie: a=1', 'Set-Cookie: b=2'));
    $client = new Client(['base_url' => "$server->url/v1/", 'headers' => ['X-Client' => 'mine', 'User-Agent' => null], 'query' => 'k=v']);
    $show = function ($response) use ($server) {
        echo str_replace(["127.0.0.1:$server->port", "\r"], ['HOST', ''], $response->body()), "\n---\n";
    };
    $show($client->get('items?x=%20y', ['query' => ['a' => ['b c']]]));
    $show($client->get('/root', ['headers' => ['Accept' => ['a/b', 'c/d'], 'X-Client' => null], 'decode' => false]));
    $show($client->post('', ['json' => ['name' => 'é/1', 'ratio' => 1.0]]));
    $show($client->put('../up', ['form' => ['a' => 1, 'b' => ['x y']], 'auth' => ['me', 'pass:word']]));
    $show($client->patch('p', ['body' => 'text', 'headers' => ['Content-Type' => 'text/plain'], 'auth' => 'token+/=']));
    $show($client->post('p', ['body' => fn() => ['one', '', 'two']]));
    $show($client->post('p', ['body' => ['one', 'two'], 'headers' => ['Content-Length' => 6]]));
    $show($client->post('empty'));
    $show($client->delete("http://user:p%40ss@127.0.0.1:$server->port"));

    $response = $client->request('GET', 'x');
    var_dump($response->status, $response->reason, $response->protocol, $response->isOk(), $response->isCached);
    var_dump($response->header('x-one'), $response->header('X-ONE'), $response->header('none'));
    var_dump($response->headers()['x-one'], $response->headers()['set-cookie']);
    var_dump(array_keys($response->timings()), $response->timings()['total'] > 0, $response->trailers());
    var_dump(strlen($response->read()) > 0, $response->read(), $response->body());
    $stats = $client->stats();
    var_dump($stats['requests'], $stats['failures'], $stats['hosts'][$server->url]['reused'] >= 7);
    $server->stop();
    $client->close();
    attempt(fn() => $client->get(''), "$server->url");
});
?>
--EXPECT--
GET /v1/items?x=%20y&k=v&a%5B0%5D=b%20c HTTP/1.1
Host: HOST
Accept: */*
X-Client: mine
Accept-Encoding: gzip, deflate, br, zstd


---
GET /root?k=v HTTP/1.1
Host: HOST
Accept: a/b
Accept: c/d


---
POST /v1/?k=v HTTP/1.1
Host: HOST
Accept: */*
X-Client: mine
Content-Type: application/json
Accept-Encoding: gzip, deflate, br, zstd
Content-Length: 27

{"name":"é/1","ratio":1.0}
---
PUT /up?k=v HTTP/1.1
Host: HOST
Accept: */*
X-Client: mine
Authorization: Basic bWU6cGFzczp3b3Jk
Content-Type: application/x-www-form-urlencoded
Accept-Encoding: gzip, deflate, br, zstd
Content-Length: 16

a=1&b%5B0%5D=x+y
---
PATCH /v1/p?k=v HTTP/1.1
Host: HOST
Accept: */*
X-Client: mine
Content-Type: text/plain
Authorization: Bearer token+/=
Accept-Encoding: gzip, deflate, br, zstd
Content-Length: 4

text
---
POST /v1/p?k=v HTTP/1.1
Host: HOST
Accept: */*
X-Client: mine
Content-Type: application/octet-stream
Accept-Encoding: gzip, deflate, br, zstd
Transfer-Encoding: chunked

onetwo
---
POST /v1/p?k=v HTTP/1.1
Host: HOST
Accept: */*
X-Client: mine
Content-Type: application/octet-stream
Accept-Encoding: gzip, deflate, br, zstd
Content-Length: 6

onetwo
---
POST /v1/empty?k=v HTTP/1.1
Host: HOST
Accept: */*
X-Client: mine
Accept-Encoding: gzip, deflate, br, zstd
Content-Length: 0


---
DELETE /?k=v HTTP/1.1
Host: HOST
Accept: */*
X-Client: mine
Authorization: Basic dXNlcjpwQHNz
Accept-Encoding: gzip, deflate, br, zstd


---
int(201)
string(7) "Created"
string(3) "1.1"
bool(true)
bool(false)
string(4) "1, 2"
string(4) "1, 2"
NULL
array(2) {
  [0]=>
  string(1) "1"
  [1]=>
  string(1) "2"
}
array(2) {
  [0]=>
  string(3) "a=1"
  [1]=>
  string(3) "b=2"
}
array(3) {
  [0]=>
  string(10) "connection"
  [1]=>
  string(4) "head"
  [2]=>
  string(5) "total"
}
bool(true)
array(0) {
}
bool(true)
string(0) ""
string(0) ""
int(10)
int(0)
bool(true)
Tern\Http\Client\Exception: GET URL/v1/?k=v: the client is closed
