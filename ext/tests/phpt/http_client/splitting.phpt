--TEST--
Coroutine\Http\Client: nothing that the program passes on makes two requests of one
--FILE--
<?php
require __DIR__ . '/serve.inc';

Co\run(function () {
    $server = echoing();
    $client = client_of($server);
    foreach (["/a\r\nX: y", "/a\0", "/a\tb", "/\x1F"] as $path) {
        refused(fn() => $client->get($path));
    }
    refused(fn() => $client->post("/\n", 'x'));
    refused(fn() => $client->download("/\r", '/tmp/x'));
    refused(fn() => $client->execute("/\r"));
    foreach (['', 'GET /', "GET\r\n", 'GET:'] as $method) {
        refused(fn() => $client->setMethod($method));
    }
    foreach ([["a\r\nb" => 'c'], ['a' => "b\r\nc: d"], ['a' => "b\n"], ['a' => "\0"], ['' => 'a'], ['a:' => 'b'], ['a b' => 'c'], [5 => "\r"],
        ['a' => ['b', "c\r"]], ['a' => new stdClass()]] as $headers) {
        refused(fn() => $client->setHeaders($headers));
    }
    foreach ([['a;b' => 'c'], ["a\n" => 'b'], ['' => 'b'], ['a=b' => 'c'], ['a' => []]] as $cookies) {
        refused(fn() => $client->setCookies($cookies));
    }
    echo "assigned, not set\n";
    $client->requestHeaders = ['a' => "b\r\nc: d"];
    refused(fn() => $client->get('/'));
    $client->requestHeaders = null;
    $client->cookies = ["a\r\n" => 'b'];
    refused(fn() => $client->get('/'));
    $client->cookies = ['a' => "b\r\nc; d"];
    outcome($client->get('/'), $client);
    show($server, $client->body);
    $server->shutdown();
});
?>
--EXPECT--
ValueError: Swoole\Coroutine\Http\Client::get(): Argument #1 ($path) must not contain controls, "\/a\r\nX: y" given
ValueError: Swoole\Coroutine\Http\Client::get(): Argument #1 ($path) must not contain controls, "\/a\u0000" given
ValueError: Swoole\Coroutine\Http\Client::get(): Argument #1 ($path) must not contain controls, "\/a\tb" given
ValueError: Swoole\Coroutine\Http\Client::get(): Argument #1 ($path) must not contain controls, "\/\u001f" given
ValueError: Swoole\Coroutine\Http\Client::post(): Argument #1 ($path) must not contain controls, "\/\n" given
ValueError: Swoole\Coroutine\Http\Client::download(): Argument #1 ($path) must not contain controls, "\/\r" given
ValueError: Swoole\Coroutine\Http\Client::execute(): Argument #1 ($path) must not contain controls, "\/\r" given
ValueError: Swoole\Coroutine\Http\Client::setMethod(): Argument #1 ($method) must have letters, digits and !#$%&'*+-.^_`|~ only, "" given
ValueError: Swoole\Coroutine\Http\Client::setMethod(): Argument #1 ($method) must have letters, digits and !#$%&'*+-.^_`|~ only, "GET \/" given
ValueError: Swoole\Coroutine\Http\Client::setMethod(): Argument #1 ($method) must have letters, digits and !#$%&'*+-.^_`|~ only, "GET\r\n" given
ValueError: Swoole\Coroutine\Http\Client::setMethod(): Argument #1 ($method) must have letters, digits and !#$%&'*+-.^_`|~ only, "GET:" given
ValueError: Swoole\Coroutine\Http\Client::setHeaders(): Argument #1 ($headers) must have names of letters, digits and !#$%&'*+-.^_`|~, "a\r\nb" given
ValueError: Swoole\Coroutine\Http\Client::setHeaders(): Argument #1 ($headers) field "a" must not contain line breaks and NUL bytes, "b\r\nc: d" given
ValueError: Swoole\Coroutine\Http\Client::setHeaders(): Argument #1 ($headers) field "a" must not contain line breaks and NUL bytes, "b\n" given
ValueError: Swoole\Coroutine\Http\Client::setHeaders(): Argument #1 ($headers) field "a" must not contain line breaks and NUL bytes, "\u0000" given
ValueError: Swoole\Coroutine\Http\Client::setHeaders(): Argument #1 ($headers) must have names of letters, digits and !#$%&'*+-.^_`|~, "" given
ValueError: Swoole\Coroutine\Http\Client::setHeaders(): Argument #1 ($headers) must have names of letters, digits and !#$%&'*+-.^_`|~, "a:" given
ValueError: Swoole\Coroutine\Http\Client::setHeaders(): Argument #1 ($headers) must have names of letters, digits and !#$%&'*+-.^_`|~, "a b" given
ValueError: Swoole\Coroutine\Http\Client::setHeaders(): Argument #1 ($headers) field "5" must not contain line breaks and NUL bytes, "\r" given
ValueError: Swoole\Coroutine\Http\Client::setHeaders(): Argument #1 ($headers) field "a" must not contain line breaks and NUL bytes, "c\r" given
TypeError: Swoole\Coroutine\Http\Client::setHeaders(): Argument #1 ($headers) field "a" must be of type string, stdClass given
ValueError: Swoole\Coroutine\Http\Client::setCookies(): Argument #1 ($cookies) must have names without controls, spaces, "=", ";" and ",", "a;b" given
ValueError: Swoole\Coroutine\Http\Client::setCookies(): Argument #1 ($cookies) must have names without controls, spaces, "=", ";" and ",", "a\n" given
ValueError: Swoole\Coroutine\Http\Client::setCookies(): Argument #1 ($cookies) must have names without controls, spaces, "=", ";" and ",", "" given
ValueError: Swoole\Coroutine\Http\Client::setCookies(): Argument #1 ($cookies) must have names without controls, spaces, "=", ";" and ",", "a=b" given
TypeError: Swoole\Coroutine\Http\Client::setCookies(): Argument #1 ($cookies) cookie "a" must be of type string, array given
assigned, not set
ValueError: Swoole\Coroutine\Http\Client::get(): Argument #1 ($headers) field "a" must not contain line breaks and NUL bytes, "b\r\nc: d" given
ValueError: Swoole\Coroutine\Http\Client::get(): Argument #1 ($cookies) must have names without controls, spaces, "=", ";" and ",", "a\r\n" given
ok 200 0  connected
GET / HTTP/1.1
Host: 127.0.0.1:PORT
Connection: keep-alive
Accept-Encoding: gzip, deflate, br
Cookie: a=b%0D%0Ac%3B%20d


