--TEST--
Coroutine\Http\Client: WebSocket messages that the program has compressed, in both directions
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Http\Client;
use Swoole\Coroutine\Http\Server;
use Swoole\WebSocket\Frame;

const RSV1 = SWOOLE_WEBSOCKET_FLAG_RSV1;
const FIN = SWOOLE_WEBSOCKET_FLAG_FIN;
const COMPRESS = SWOOLE_WEBSOCKET_FLAG_COMPRESS;

// Sends the parts as the fragments of one message that this program compresses.
function push_deflated(Client|Swoole\Http\Response $peer, array $parts, int $flags, int $flush): void
{
    $context = deflate_init(ZLIB_ENCODING_RAW);
    $last = array_key_last($parts);
    foreach ($parts as $number => $part) {
        $peer->push(
            deflate_add($context, $part, $number === $last ? ZLIB_FINISH : $flush),
            $number === 0 ? SWOOLE_WEBSOCKET_OPCODE_TEXT : SWOOLE_WEBSOCKET_OPCODE_CONTINUATION,
            ($number === 0 ? $flags : $flags & COMPRESS) | ($number === $last ? FIN : 0),
        ) or print("push() failed\n");
    }
}

function tell(mixed $frame, string $expected): void
{
    echo $frame instanceof Frame ? "opcode $frame->opcode flags $frame->flags " . var_export($frame->data === $expected, true) : json_encode($frame), "\n";
}

Co\run(function () {
    $parts = array_map(fn(int $size) => bin2hex(random_bytes($size)), [1000, 30000, 20]);
    $text = implode($parts);
    $server = new Server('127.0.0.1', 0);
    $server->set(['websocket_compression' => true]);
    $server->handle('/', function ($request, $response) use ($parts, $text) {
        $response->upgrade();
        tell($response->recv(), $text);
        tell($response->recv(), $text);
        tell($response->recv(), $text);
        push_deflated($response, $parts, COMPRESS | RSV1, ZLIB_NO_FLUSH);
        push_deflated($response, $parts, RSV1, ZLIB_SYNC_FLUSH);
        push_deflated($response, [$text], RSV1, ZLIB_NO_FLUSH);
        $response->push('short', SWOOLE_WEBSOCKET_OPCODE_TEXT, FIN | COMPRESS);
        $response->push($text, SWOOLE_WEBSOCKET_OPCODE_TEXT, FIN | COMPRESS);
        $response->recv();
    });
    $server->handle('/plain', function ($request, $response) {
        $response->upgrade();
        var_dump($response->push('x', SWOOLE_WEBSOCKET_OPCODE_TEXT, FIN | RSV1), swoole_last_error() === SWOOLE_ERROR_OPERATION_NOT_SUPPORT);
        $response->push('after', SWOOLE_WEBSOCKET_OPCODE_TEXT, FIN | COMPRESS);
        $response->recv();
    });
    $server->handle('/offered', function ($request, $response) {
        $response->upgrade();
        $response->push('after', SWOOLE_WEBSOCKET_OPCODE_TEXT, FIN | COMPRESS);
        $response->recv();
    });
    go(fn() => $server->start());

    $client = new Client('127.0.0.1', $server->port);
    $client->set(['timeout' => 10, 'websocket_compression' => true]);
    var_dump($client->upgrade('/'));
    push_deflated($client, $parts, COMPRESS | RSV1, ZLIB_NO_FLUSH);
    push_deflated($client, $parts, RSV1, ZLIB_SYNC_FLUSH);
    push_deflated($client, [$text], FIN | COMPRESS | RSV1, ZLIB_NO_FLUSH);
    echo "from the server\n";
    for ($i = 0; $i < 5; ++$i) {
        tell($client->recv(), $i === 3 ? 'short' : $text);
    }
    $client->close();

    echo "not agreed on\n";
    $client = new Client('127.0.0.1', $server->port);
    $client->set(['timeout' => 10]);
    $client->upgrade('/plain');
    var_dump($client->push('x', SWOOLE_WEBSOCKET_OPCODE_TEXT, FIN | RSV1), $client->errCode === SWOOLE_ERROR_OPERATION_NOT_SUPPORT, $client->connected);
    tell($client->recv(), 'after');
    $client->close();

    echo "offered by a field of the program\n";
    $client = new Client('127.0.0.1', $server->port);
    $client->set(['timeout' => 10]);
    foreach (['permessage-deflate; client_max_window_bits', 'x-other'] as $offer) {
        $client->setHeaders(['Sec-WebSocket-Extensions' => $offer]);
        $client->upgrade('/offered');
        echo explode(';', $client->headers['sec-websocket-extensions'] ?? 'none')[0], ' ';
        tell($client->recv(), 'after');
        $client->close();
    }
    $server->shutdown();
});
?>
--EXPECT--
bool(true)
from the server
opcode 1 flags 3 true
opcode 1 flags 3 true
opcode 1 flags 3 true
opcode 1 flags 3 true
opcode 1 flags 3 true
opcode 1 flags 3 true
opcode 1 flags 3 true
opcode 1 flags 3 true
not agreed on
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
opcode 1 flags 1 true
offered by a field of the program
permessage-deflate opcode 1 flags 3 true
none opcode 1 flags 1 true
