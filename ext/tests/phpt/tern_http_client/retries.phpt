--TEST--
Tern\Http\Client: what is sent again, and what is not
--FILE--
<?php
require __DIR__ . '/server.inc';
use Tern\Http\Client;

Co\run(function () {
    $count = [];
    $server = new Scripted(function ($line, $head, $body, $number) use (&$count) {
        [$method, $path] = explode(' ', $line);
        $time = $count["$method $path"] = ($count["$method $path"] ?? 0) + 1;
        return match (true) {
            $path === '/stale' => $time % 2 === 1 ? response("from $number") : null,
            $path === '/dies' => null,
            $path === '/503' && $time < 3 => response('later', '503 Service Unavailable', 'Retry-After: 0'),
            $path === '/long' => response('much later', '429 Too Many Requests', 'Retry-After: 3600'),
            $path === '/date' && $time === 1 => response('later', '503 Service Unavailable', 'Retry-After: Thu, 01 Jan 1970 00:00:00 GMT'),
            $path === '/500' => response('broken', '500 Internal Server Error'),
            default => response("$method after $time [$body]"),
        };
    });
    $client = new Client(['base_url' => $server->url]);
    foreach (['GET', 'PUT', 'POST'] as $method) {
        attempt(fn() => $client->request($method, '/503', ['body' => 'x']));
    }
    attempt(fn() => $client->get('/date'));
    attempt(fn() => $client->get('/long'));
    attempt(fn() => $client->get('/500'));
    attempt(fn() => $client->get('/503', ['retries' => 0]));
    $count = [];
    attempt(fn() => $client->get('/503', ['retries' => 0]));
    attempt(fn() => $client->put('/503', ['body' => (fn() => yield 'once')()]));
    // The server ends the connection without an answer: a new one is tried once for nothing, then as often as retries says.
    attempt(fn() => $client->get('/dies', ['retries' => 1]), $server->url);
    attempt(fn() => $client->post('/dies', ['body' => 'x']), $server->url);
    echo $count['GET /dies'], ' ', $count['POST /dies'], "\n";
    attempt(fn() => $client->get('/long', ['retries' => 0]));
    $count['GET /dies'] = 0;
    attempt(fn() => $client->get('/dies', ['retries' => 0]), $server->url);
    echo $count['GET /dies'], "\n";
    $server->stop();

    // Nobody listens: nothing was sent, so that POST is tried again as well.
    $before = $client->stats()['retries'];
    attempt(fn() => $client->post('http://127.0.0.1:1/', ['body' => 'x', 'retries' => 2]));
    var_dump($client->stats()['retries'] - $before);
    attempt(fn() => $client->get('http://127.0.0.1:1/', ['retries' => 100, 'timeout' => 2]));
    $client->close();
});
?>
--EXPECTF--
200 GET after 3 [x]
200 PUT after 3 [x]
503 later
200 GET after 2 []
429 much later
500 broken
200 GET after 4 []
503 later
503 later
Tern\Http\Client\NetworkError: GET URL/dies: the connection ended before the response
Tern\Http\Client\NetworkError: POST URL/dies: the connection ended before the response
3 1
429 much later
Tern\Http\Client\NetworkError: GET URL/dies: the connection ended before the response
2
Tern\Http\Client\NetworkError: POST http://127.0.0.1:1/: Connection refused
int(2)
Tern\Http\Client\%s: GET http://127.0.0.1:1/: Connection %s
