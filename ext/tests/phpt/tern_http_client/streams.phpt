--TEST--
Tern\Http\Client: bodies in pieces, both ways; limits; cancellation
--FILE--
<?php
require __DIR__ . '/server.inc';
use Tern\Http\Client;

Co\run(function () {
    $server = new Scripted(function ($line, $head, $body, $number, $socket) {
        $path = explode(' ', $line)[1];
        if ($path === '/pieces') {
            $socket->sendAll("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n");
            foreach (['one', 'two', 'three'] as $piece) {
                $socket->sendAll(dechex(strlen($piece)) . "\r\n$piece\r\n");
                Co::sleep(0.002);
            }
            return "0\r\nX-Sum: 11\r\n\r\n";
        }
        return match ($path) {
            '/cut' => "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
            '/big' => response(str_repeat('x', 100_000)),
            '/bomb' => response(gzencode(str_repeat("\0", 10_000_000)), '200 OK', 'Content-Encoding: gzip'),
            '/gzip' => response(gzencode('decoded'), '200 OK', 'Content-Encoding: gzip'),
            '/bad' => "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            '/empty' => response('', '204 No Content'),
            '/json' => response('{"a":[1,12345678901234567890]}'),
            default => response("[$body]"),
        };
    });
    $client = new Client(['base_url' => $server->url, 'retries' => 0]);
    $response = $client->get('/pieces', ['stream' => true]);
    for ($text = ''; ($piece = $response->read()) !== ''; $text .= "$piece.") {
        if ($text === '') {
            var_dump($response->trailers());
        }
    }
    echo "$text ", json_encode($response->trailers()), ' ', $response->read() === '' ? 'over' : '', "\n";
    $response = $client->get('/pieces', ['stream' => true]);
    $first = $response->read();
    echo $first, ' and ', $response->body(), "\n";
    $response = $client->get('/pieces');
    echo $response->body(), ' ', json_encode($response->trailers()), "\n";
    $response = $client->get('/empty', ['stream' => true]);
    var_dump($response->status, $response->read(), $response->body());
    $response = $client->get('/known', ['stream' => true]);
    echo $response->read(), "\n";
    unset($response);
    var_dump($client->stats()['hosts'][$server->url]['opened'], $client->stats()['hosts'][$server->url]['idle']);

    echo "-- limits\n";
    foreach (['/big', '/bomb'] as $path) {
        attempt(fn() => $client->get($path, ['max_body' => 99_999]), $server->url);
        attempt(fn() => $client->get($path, ['max_body' => 99_999, 'stream' => true]), $server->url);
    }
    attempt(fn() => strlen($client->get('/big', ['max_body' => 100_000])->body()));
    attempt(fn() => $client->get('/gzip')->headers());
    attempt(fn() => $client->get('/gzip'));
    attempt(fn() => gzdecode($client->get('/gzip', ['decode' => false])->body()));
    attempt(fn() => $client->get('/bad'), $server->url);
    attempt(fn() => $client->get('/json')->json());
    attempt(fn() => $client->get('/big')->json());

    echo "-- a response that ends early is never a short success\n";
    attempt(fn() => $client->get('/cut', ['timeout' => 0.02]), $server->url);
    $response = $client->get('/cut', ['stream' => true]);
    echo $response->read(), "\n";
    attempt(fn() => $response->read(0.02), $server->url);
    attempt(fn() => $response->read(), $server->url);
    attempt(fn() => $response->body(), $server->url);
    $response = $client->get('/cut', ['stream' => true]);
    $cid = go(function () use ($response, $server) {
        $response->read();
        attempt(fn() => $response->read(), $server->url);
        attempt(fn() => $response->read(), $server->url);
    });
    Co::sleep(0.001);
    Co::cancel($cid);

    echo "-- request bodies\n";
    $file = tmpfile();
    fwrite($file, 'from a file');
    rewind($file);
    attempt(fn() => $client->put('/', ['body' => $file]));
    $pieces = (function () {
        foreach (['a', 'b'] as $piece) {
            Co::sleep(0.001);
            yield $piece;
        }
    })();
    attempt(fn() => $client->put('/', ['body' => $pieces]));
    attempt(fn() => $client->put('/', ['body' => ['abc', 'def'], 'headers' => ['Content-Length' => 5]]), $server->url);
    attempt(fn() => $client->put('/', ['body' => ['abc'], 'headers' => ['Content-Length' => 5]]), $server->url);
    attempt(fn() => $client->put('/', ['body' => [1]]), $server->url);
    attempt(fn() => $client->put('/', ['body' => (function () { yield 'x'; throw new DomainException('mine'); })()]), $server->url);
    attempt(fn() => $client->put('/', ['body' => 'fine']));
    $host = $client->stats()['hosts'][$server->url];
    var_dump($host['in_use'], $host['waiting'], $host['connections'] === $host['idle']);
    $server->stop();
    $client->close();
});
?>
--EXPECT--
array(0) {
}
one.two.three. {"x-sum":"11"} over
one and twothree
onetwothree {"x-sum":"11"}
int(204)
string(0) ""
string(0) ""
[]
int(1)
int(1)
-- limits
Tern\Http\Client\BodyTooLarge: GET URL/big: the body is larger than max_body
Tern\Http\Client\BodyTooLarge: GET URL/big: the body is larger than max_body
Tern\Http\Client\BodyTooLarge: GET URL/bomb: the body is larger than max_body
Tern\Http\Client\BodyTooLarge: GET URL/bomb: the body is larger than max_body
100000
array (
)
200 decoded
'decoded'
Tern\Http\Client\ProtocolError: GET URL/bad: differing Content-Lengths
array (
  'a' => 
  array (
    0 => 1,
    1 => '12345678901234567890',
  ),
)
JsonException: Syntax error
-- a response that ends early is never a short success
Tern\Http\Client\Timeout: GET URL/cut: Connection timed out
half
Tern\Http\Client\Timeout: GET URL/cut: Connection timed out
Tern\Http\Client\NetworkError: GET URL/cut: the response was closed before the end of its body
Tern\Http\Client\NetworkError: GET URL/cut: the response was closed before the end of its body
Swoole\Coroutine\CanceledException: GET URL/cut: the request was cancelled
Tern\Http\Client\NetworkError: GET URL/cut: the response was closed before the end of its body
-- request bodies
200 [from a file]
200 [ab]
UnexpectedValueException: The pieces of the option "body" must have 5 bytes, as Content-Length says; they have more
UnexpectedValueException: The pieces of the option "body" must have 5 bytes, as Content-Length says; they have 3
TypeError: The pieces of the option "body" must be of type string, int given
DomainException: mine
200 [fine]
int(0)
int(0)
bool(true)
