<?php
// Swoole\Coroutine\Http\Client as a WebSocket client of the test's server. The function that the test names tells what it saw.

use Swoole\Coroutine\Http\Client;
use Swoole\WebSocket\Frame;

require __DIR__ . '/../support/server.php';

function socket(string $path, array $options = [], array $headers = []): Client
{
    $client = new Client('127.0.0.1', given('port'));
    $client->set($options + ['timeout' => given('patience_s'), 'package_max_length' => 1 << 26]);
    $client->setHeaders($headers);
    if (!$client->upgrade("/$path")) {
        throw new RuntimeException("$client->statusCode $client->errCode $client->errMsg");
    }
    return $client;
}

function echoed(Client $client, string $data, int $opcode = SWOOLE_WEBSOCKET_OPCODE_TEXT, int $flags = SWOOLE_WEBSOCKET_FLAG_FIN): bool
{
    $client->push($data, $opcode, $flags);
    $frame = $client->recv();
    return $frame instanceof Frame && $frame->data === $data && $frame->opcode === $opcode;
}

/** @return array{bool, list<bool>} whether messages are compressed, and which sizes came back as they were */
function sizes(): array
{
    $compresses = given('compresses');
    $client = socket('echo', ['websocket_compression' => $compresses]);
    $flags = SWOOLE_WEBSOCKET_FLAG_FIN | ($compresses ? SWOOLE_WEBSOCKET_FLAG_COMPRESS : 0);
    $came_back = [];
    foreach ([0, 1, 125, 126, 127, 65535, 65536, 3_000_000] as $size) {
        $came_back[] = echoed($client, str_repeat('€', intdiv($size, 3)) . str_repeat('x', $size % 3), SWOOLE_WEBSOCKET_OPCODE_TEXT, $flags);
        $came_back[] = $size === 0 || echoed($client, random_bytes($size), SWOOLE_WEBSOCKET_OPCODE_BINARY, $flags);
    }
    return [isset($client->headers['sec-websocket-extensions']), array_count_values(array_map(json_encode(...), $came_back))];
}

function fragments(): array
{
    $client = socket('fragments');
    return [$client->recv()->data, $client->recv()->data === str_repeat("\0", 70000) . str_repeat("\1", 70000)];
}

function ping(): string
{
    return socket('ping')->recv()->data;
}

function closed_by_server(): array
{
    $passing = socket('close', ['open_websocket_close_frame' => true]);
    $frame = $passing->recv();
    $client = socket('close');
    return [$frame->code, $frame->reason, $client->recv(), $client->connected, $client->errCode];
}

function closed_by_client(): array
{
    $client = socket('report');
    $client->disconnect(4001, 'ours €');
    return [$client->recv(), socket('last')->recv()->data];
}

function subprotocol(): string
{
    return socket('echo', [], ['Sec-WebSocket-Protocol' => 'chat.v1'])->headers['sec-websocket-protocol'];
}

function many(): array
{
    $good = Swoole\Coroutine\map(range(1, given('count')), function ($number) {
        $client = socket('echo');
        return echoed($client, "first $number") && echoed($client, "second $number");
    });
    return array_count_values(array_map(json_encode(...), $good));
}

Co\run(function () {
    echo json_encode(given('call')(), JSON_THROW_ON_ERROR), "\n";
});
