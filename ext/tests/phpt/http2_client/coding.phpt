--TEST--
Coroutine\Http2\Client: coded bodies
--FILE--
<?php
require __DIR__ . '/serve.inc';

Co\run(function () {
    $bodies = [
        'gzip' => gzencode('hello'), 'deflate' => gzcompress('hello'), 'identity' => 'hello', 'x-unknown' => 'left',
        'broken' => 'no gzip', 'short' => substr(gzencode('hello'), 0, 15), 'bomb' => gzencode(str_repeat('x', 1 << 20)), 'empty' => '',
    ];
    $server = serve(function ($request, $response) use ($bodies) {
        $name = substr($request->server['request_uri'], 1);
        $response->header('content-encoding', str_contains('broken short bomb empty', $name) ? 'gzip' : $name);
        $response->end($bodies[$name]);
    });
    $client = connect($server->port, ['package_max_length' => 100_000]);
    foreach ($bodies as $name => $_) {
        $client->send(request("/$name", more: ['headers' => ['accept-encoding' => 'gzip']]));
        echo "$name: ";
        show($client->recv(), $client);
    }
    $client->send(request('/gzip', 'HEAD'));
    show($client->recv(), $client);
    $client->send(request('/gzip'));
    var_dump($client->recv()->headers['content-encoding']);

    echo "-- too large without a coding\n";
    $server->handle('/large', fn($request, $response) => $response->end(str_repeat('x', 100_001)));
    $client->send(request('/large'));
    show($client->recv(), $client);
    $client->close();

    echo "-- as they are\n";
    $client = connect($server->port, ['body_decompression' => false]);
    $client->send(request('/gzip'));
    var_dump($client->recv()->data === $bodies['gzip']);
    $client->close();
    $server->shutdown();
});
?>
--EXPECT--
gzip: 1: 200 "hello"
deflate: 3: 200 "hello"
identity: 5: 200 "hello"
x-unknown: 7: 200 "left"
broken: 9: 200 error 2 null
short: 11: 200 error 2 "hell"
bomb: 13: 200 error 2 null
empty: 15: 200 null
17: 200 null
string(4) "gzip"
-- too large without a coding
21: 200 error 8 null
-- as they are
bool(true)
