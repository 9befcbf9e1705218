<?php
// The client of http2_client_test.py: runs the scenario that the test gives, and prints what it returns as JSON.
require __DIR__ . '/../support/server.php';

use Swoole\Coroutine\Http2\Client;
use Swoole\Http2\Request;
use Swoole\Http2\Response;

function client(): Client
{
    $client = new Client('localhost', given('port'), given('authority', null) !== null);
    $client->set(given('settings', []) + ['timeout' => 20] + (given('authority', null) !== null ? ['ssl_cafile' => given('authority')] : []));
    if (!$client->connect()) {
        throw new RuntimeException("not connected: $client->errMsg");
    }
    return $client;
}

function request(string $path, string $method = 'GET', string $data = '', bool $pieces = false): Request
{
    $request = new Request();
    [$request->path, $request->method, $request->data] = [$path, $method, $data];
    $request->pipeline = $request->usePipelineRead = $pieces;
    $request->headers = ['user-agent' => 'tern'];
    return $request;
}

function grpc(string $path, string $data = '', bool $pieces = false): Request
{
    $request = request($path, 'POST', $data, $pieces);
    $request->headers = ['content-type' => 'application/grpc', 'te' => 'trailers'];
    return $request;
}

function message(string $data): string
{
    return pack('CN', 0, strlen($data)) . $data;
}

// Takes the complete messages from the front.
function messages(string &$received): array
{
    for ($all = []; strlen($received) >= 5 && strlen($received) >= 5 + ($size = unpack('N', $received, 1)[1]);) {
        $all[] = substr($received, 5, $size);
        $received = substr($received, 5 + $size);
    }
    return $all;
}

// What was received, by stream: status, size and sum of the body.
function summary(Response|false $response): array|false
{
    return $response === false ? false
        : [$response->statusCode, $response->errCode, strlen($response->data ?? ''), hash('sha256', $response->data ?? '')];
}

// Many requests at once.
function get_many(): array
{
    $client = client();
    foreach (range(1, given('count')) as $_) {
        $streams[$client->send(request(given('target')))] = true;
    }
    $found = [];
    while ($streams !== []) {
        $response = $client->recv();
        if ($response === false) {
            throw new RuntimeException("$client->errCode $client->errMsg");
        }
        unset($streams[$response->streamId]);
        $found[] = summary($response);
    }
    return ['distinct' => array_values(array_unique($found, SORT_REGULAR)), 'count' => count($found), 'server' => $response->headers['server'] ?? null];
}

function put_and_get(): array
{
    $client = client();
    $data = str_repeat(random_bytes(1000), (int) (given('size') / 1000));
    $client->send(request('/put', 'PUT', $data));
    $put = $client->recv()->statusCode;
    $client->send(request('/put'));
    return [$put, $client->recv()->data === $data];
}

// As programs that lose nothing do it: what the server refused is sent again.
function get_over_connections(): array
{
    [$left, $done, $connections, $client] = [given('count'), 0, 0, null];
    while ($done < given('count')) {
        $client ??= client();
        $connections += $client->stats('last_stream_id') === 0 ? 1 : 0;
        while ($left > 0 && $client->send(request(given('target')))) {
            --$left;
        }
        while ($done < given('count') && ($response = $client->recv()) !== false) {
            $response->statusCode === 200 ? ++$done : ++$left;
        }
        $left = given('count') - $done;
        $client = null;
    }
    return [$done, $connections];
}

function unary(): array
{
    $client = client();
    $client->send(grpc('/Echo/Unary', message('hello')));
    $response = $client->recv();
    $received = $response->data;
    return [messages($received), $response->headers['grpc-status'], $response->headers['content-type'], $response->pipeline];
}

function server_streaming(): array
{
    $client = client();
    $client->send(grpc('/Echo/Count', message('1000'), false));
    $request = grpc('/Echo/Count', message('2000'));
    $request->usePipelineRead = true;
    $client->send($request);
    [$pieces, $found, $received] = [0, [1 => 0, 3 => 0], ''];
    for ($open = 2; $open > 0;) {
        $response = $client->recv();
        $open -= $response->pipeline ? 0 : 1;
        if ($response->streamId === 1) {
            $found[1] = count(messages($response->data));
        } else {
            $received .= $response->data;
            $found[3] += count(messages($received));
            ++$pieces;
        }
        $status[$response->streamId] = $response->headers['grpc-status'] ?? null;
    }
    return [$found, $status, $pieces > 1, $received];
}

// Each message is answered before the next one is sent.
function both_ways(): array
{
    $client = client();
    $stream = $client->send(grpc('/Echo/Stream', pieces: true));
    [$answers, $received] = [[], ''];
    foreach (range(1, 20) as $i) {
        $client->write($stream, message("message $i"));
        for ($before = count($answers); count($answers) === $before;) {
            $response = $client->recv();
            $received .= $response->data;
            array_push($answers, ...messages($received));
        }
    }
    $client->write($stream, '', true);
    do {
        $response = $client->recv();
    } while ($response->pipeline);
    return [count($answers), end($answers), $response->headers['grpc-status']];
}

function ends(): array
{
    $client = client();
    foreach (['/reset', '/small-head'] as $path) {
        $client->send(request($path));
        $response = $client->recv();
        $found[$path] = [$response->statusCode, $response->errCode];
    }
    $client->send(request('/goaway'));
    $found['/goaway'] = [summary($client->recv())[0], $client->serverLastStreamId, $client->errCode, $client->errMsg];
    $found['after'] = [$client->recv(), $client->errCode, $client->connected];
    return $found;
}

Co\run(function () {
    echo json_encode(given('scenario')(), JSON_THROW_ON_ERROR), "\n";
});
