--TEST--
Tern\Http\Client: HTTP/2: many requests share a connection, which is never left in the middle of one
--FILE--
<?php
require __DIR__ . '/server.inc';
use Swoole\Coroutine\Http\Server;
use Tern\Http\Client;

Co\run(function () {
    $gate = new Co\Channel(10);
    $server = new Server('127.0.0.1');
    $server->set(['open_http2_protocol' => true, 'http_compression' => false]);
    $server->handle('/', fn($request, $response) => $response->end("{$request->getMethod()} {$request->server['request_uri']} [{$request->getContent()}]"));
    $server->handle('/fields', function ($request, $response) {
        $response->header('Set-Cookie', ['a=1', 'b=2']);
        $response->end(($request->header['x-mine'] ?? '-') . ' ' . ($request->header['host'] ?? '-') . ' ' . ($request->header['accept-encoding'] ?? '-'));
    });
    $server->handle('/wait', function ($request, $response) use ($gate) {
        $gate->pop();
        $response->end('waited');
    });
    $server->handle('/pieces', function ($request, $response) {
        foreach (['one', 'two'] as $piece) {
            $response->write($piece);
            Co::sleep(0.002);
        }
        $response->trailer('x-sum', '2');
        $response->end();
    });
    go(fn() => $server->start());
    $url = "http://127.0.0.1:$server->port";
    $client = new Client(['base_url' => $url, 'http2' => 'prior', 'retries' => 0]);
    $host = fn() => array_intersect_key(current($client->stats()['hosts']), array_flip(['protocol', 'connections', 'idle', 'in_use', 'opened']));
    $say = fn() => print(json_encode($host()) . "\n");

    attempt(fn() => $client->put('/a?b', ['body' => 'x']));
    attempt(fn() => $client->put('/c', ['body' => fn() => ['one', 'two']]));
    attempt(fn() => $client->put('/d', ['body' => ['three'], 'headers' => ['Content-Length' => 5]]));
    attempt(fn() => strlen($client->put('/e', ['body' => str_repeat('x', 1_500_000)])->body()));
    $response = $client->get('/fields', ['headers' => ['X-Mine' => 'yes', 'Host' => 'example.org']]);
    echo $response->protocol, ' ', $response->body(), ' ', json_encode($response->headers()['set-cookie']), "\n";
    attempt(fn() => $client->head('/f'));
    $found = Co\map(range(1, 50), fn($i) => $client->get("/$i")->body());
    var_dump($found === array_map(fn($i) => "GET /$i []", range(1, 50)));
    $say();

    echo "-- one waits, others do not\n";
    $waiting = go(fn() => attempt(fn() => $client->get('/wait')));
    attempt(fn() => $client->get('/g'));
    $say();
    $gate->push(1);
    while ($host()['in_use'] > 0) {
        Co::sleep(0.001);
    }
    echo "-- one in pieces\n";
    $response = $client->get('/pieces', ['stream' => true]);
    for ($text = ''; ($piece = $response->read()) !== ''; $text .= "$piece.");
    echo $text, ' ', json_encode($response->trailers()), "\n";

    echo "-- a stream that is given up: the connection takes no more requests\n";
    $cid = go(fn() => attempt(fn() => $client->get('/wait'), $url));
    $other = go(fn() => attempt(fn() => $client->get('/wait')));
    Co::cancel($cid);
    $say();
    attempt(fn() => $client->get('/h'));
    $say();
    $gate->push(1);  // the server has cancelled the first
    while ($host()['in_use'] > 0) {
        Co::sleep(0.001);
    }
    $say();
    attempt(fn() => $client->get('/wait', ['timeout' => 0.01]), $url);
    $gate->push(1);
    attempt(fn() => $client->get('/i'));
    attempt(fn() => $client->get('/e', ['max_body' => 5]), $url);
    $say();
    $client->close();
    $server->shutdown();
});
?>
--EXPECT--
200 PUT /a [x]
200 PUT /c [onetwo]
200 PUT /d [three]
1500009
2 yes example.org gzip, deflate, br, zstd ["a=1","b=2"]
200 
bool(true)
{"protocol":"2","connections":1,"idle":1,"in_use":0,"opened":1}
-- one waits, others do not
200 GET /g []
{"protocol":"2","connections":1,"idle":0,"in_use":1,"opened":1}
200 waited
-- one in pieces
one.two. {"x-sum":"2"}
-- a stream that is given up: the connection takes no more requests
Swoole\Coroutine\CanceledException: GET URL/wait: the request was cancelled
{"protocol":"2","connections":1,"idle":0,"in_use":1,"opened":1}
200 GET /h []
{"protocol":"2","connections":2,"idle":1,"in_use":1,"opened":2}
200 waited
{"protocol":"2","connections":1,"idle":1,"in_use":0,"opened":2}
Tern\Http\Client\Timeout: GET URL/wait: Connection timed out
200 GET /i []
Tern\Http\Client\BodyTooLarge: GET URL/e: the body is larger than max_body
{"protocol":"2","connections":1,"idle":1,"in_use":0,"opened":3}
