--TEST--
Coroutine\Http2\Client: requests that cannot be sent
--FILE--
<?php
require __DIR__ . '/serve.inc';

Co\run(function () {
    $server = serve(fn($request, $response) => $response->end('ok'));
    $client = connect($server->port);
    foreach ([
        ['method' => "GET\r\n"], ['method' => ''], ['method' => 'CONNECT'], ['path' => '/a b'], ['path' => "/\n"],
        ['headers' => ["a\nb" => 'x']], ['headers' => ['' => 'x']], ['headers' => [':path' => '/']], ['headers' => ['x']],
        ['headers' => ['a' => "x\r\nb: c"]], ['headers' => ['a' => ['x', "\0"]]], ['headers' => ['a' => new stdClass()]],
        ['headers' => ['a' => [['x']]]], ['headers' => ['host' => 'a b']], ['cookies' => ["a\n" => 'b']],
    ] as $wrong) {
        report(fn() => $client->send(request(more: $wrong)));
    }
    report(fn() => $client->write(1, new stdClass()));
    echo "-- the connection is as it was\n";
    var_dump($client->send(request()));
    show($client->recv(), $client);
    $client->close();
    $server->shutdown();
});
?>
--EXPECT--
ValueError: Swoole\Coroutine\Http2\Client::send(): Argument #1 ($request) method must be a name of letters other than CONNECT, "GET
ValueError: Swoole\Coroutine\Http2\Client::send(): Argument #1 ($request) method must be a name of letters other than CONNECT, "" given
ValueError: Swoole\Coroutine\Http2\Client::send(): Argument #1 ($request) method must be a name of letters other than CONNECT, "CONNECT" given
ValueError: Swoole\Coroutine\Http2\Client::send(): Argument #1 ($request) path must not be empty nor contain spaces or control characters, "/a b" given
ValueError: Swoole\Coroutine\Http2\Client::send(): Argument #1 ($request) path must not be empty nor contain spaces or control characters, "/
ValueError: Swoole\Coroutine\Http2\Client::send(): Argument #1 ($request) header "a
ValueError: Swoole\Coroutine\Http2\Client::send(): Argument #1 ($request) header "" must have a name of letters, digits and !#$%&'*+-.^_`|~
ValueError: Swoole\Coroutine\Http2\Client::send(): Argument #1 ($request) header ":path" must have a name of letters, digits and !#$%&'*+-.^_`|~
ValueError: Swoole\Coroutine\Http2\Client::send(): Argument #1 ($request) header "" must have a name of letters, digits and !#$%&'*+-.^_`|~
ValueError: Swoole\Coroutine\Http2\Client::send(): Argument #1 ($request) header "a" must not contain control characters
ValueError: Swoole\Coroutine\Http2\Client::send(): Argument #1 ($request) header "a" must not contain control characters
TypeError: Swoole\Coroutine\Http2\Client::send(): Argument #1 ($request) header "a" must be of type string|int|float|bool|null or a list of these, stdClass given
TypeError: Swoole\Coroutine\Http2\Client::send(): Argument #1 ($request) header "a" must be of type string|int|float|bool|null or a list of these, array given
ValueError: Swoole\Coroutine\Http2\Client::send(): Argument #1 ($request) header "host" must not be empty nor contain spaces or control characters
ValueError: Swoole\Coroutine\Http2\Client::send(): Argument #1 ($request) cookies must not contain control characters
TypeError: Data for HTTP/2 must be of type array|string|int|float|bool|null, stdClass given
-- the connection is as it was
int(1)
1: 200 "ok"
