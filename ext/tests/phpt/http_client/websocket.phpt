--TEST--
Coroutine\Http\Client: WebSocket with Tern's server: messages, frames, pings, closing, compression
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\Http\Client;
use Swoole\Coroutine\Http\Server;
use Swoole\WebSocket\CloseFrame;
use Swoole\WebSocket\Frame;

function tell(mixed $frame): void
{
    echo match (true) {
        $frame instanceof CloseFrame => "close $frame->code $frame->reason",
        $frame instanceof Frame => "$frame->opcode " . (strlen($frame->data) > 40 ? strlen($frame->data) . ' bytes' : $frame->data),
        default => json_encode($frame),
    }, "\n";
}

Co\run(function () {
    $server = new Server('127.0.0.1', 0);
    $server->set(['websocket_compression' => true]);
    $server->handle('/', function ($request, $response) {
        if (!isset($request->header['upgrade'])) {
            return $response->end('no WebSocket');
        }
        $response->header('X-Extensions', $request->header['sec-websocket-extensions'] ?? 'none');
        $response->upgrade();
        while (($frame = $response->recv()) instanceof Frame && !$frame instanceof CloseFrame) {
            match ($frame->data) {
                'close' => $response->disconnect(4001, 'as asked'),
                'ping' => $response->ping('are you there?'),
                'drop' => $response->close(),
                default => $response->push($frame->data, $frame->opcode),
            };
        }
    });
    $server->handle('/refused', fn($request, $response) => [$response->status(403), $response->end('never')]);
    go(fn() => $server->start());
    $connect = function (array $options = []) use ($server) {
        $client = new Client('127.0.0.1', $server->port);
        $client->set($options + ['timeout' => 10]);
        outcome($client->upgrade('/chat?room=1'), $client);
        return $client;
    };

    $client = $connect();
    var_dump($client->headers['upgrade'], $client->headers['x-extensions'], $client->push('hello'));
    tell($client->recv());
    var_dump($client->push(null), $client->recv()->data);
    $client->push("\0\xFF", SWOOLE_WEBSOCKET_OPCODE_BINARY);
    tell($client->recv()->data === "\0\xFF");
    $frame = new Frame();
    $frame->data = 'framed';
    $client->push($frame);
    tell($client->recv());
    var_dump($client->push('in ', SWOOLE_WEBSOCKET_OPCODE_TEXT, false), $client->push('parts', SWOOLE_WEBSOCKET_OPCODE_CONTINUATION, true));
    tell($client->recv());
    $client->push($large = str_repeat('large ', 200000));
    tell($client->recv()->data === $large);
    echo "one coroutine receives, another one sends\n";
    $done = new Channel(1);
    go(function () use ($client, $done) {
        tell($client->recv());
        $done->push(true);
    });
    $client->push('from another');
    $done->pop();
    echo "out of time, and on\n";
    tell($client->recv(0.01));
    var_dump($client->errCode, $client->connected, $client->push('on'));
    tell($client->recv());
    echo "a request meanwhile\n";
    outcome($client->get('/'), $client);
    echo "mistakes\n";
    var_dump($client->push('x', 3), $client->errCode === SWOOLE_ERROR_WEBSOCKET_BAD_OPCODE, $client->connected);
    var_dump($client->ping(str_repeat('x', 126)), $client->errCode > 0);
    refused(fn() => $client->push([]));

    echo "closing\n";
    var_dump($client->ping(), $client->disconnect(4000, 'bye'));
    tell($client->recv());
    var_dump($client->errCode, $client->connected, $client->push('x'), $client->errCode === SWOOLE_ERROR_CLIENT_NO_CONNECTION);
    tell($client->recv());
    outcome($client->get('/'), $client);
    var_dump($client->body, $client->push('x'), $client->errCode === SWOOLE_ERROR_WEBSOCKET_HANDSHAKE_FAILED);
    foreach (['close', 'drop'] as $how) {
        $client = $connect();
        $client->push($how);
        tell($client->recv());
    }
    echo "frames for the program\n";
    $client = $connect(['open_websocket_close_frame' => true, 'open_websocket_ping_frame' => true, 'open_websocket_pong_frame' => true]);
    $client->push('ping');
    tell($frame = $client->recv());
    $client->push($frame->data, SWOOLE_WEBSOCKET_OPCODE_PONG);
    $client->ping('I am');
    tell($client->recv());
    $client->push('close');
    tell($frame = $client->recv());
    var_dump($client->push($frame));
    tell($client->recv());

    echo "frames that are asked for after the handshake\n";
    $client = $connect();
    $client->set(['open_websocket_pong_frame' => true]);
    $client->ping('I am');
    tell($client->recv());
    $client->set(['open_websocket_pong_frame' => false]);
    $client->ping('I was');
    $client->push('last');
    tell($client->recv());

    echo "compressed\n";
    $client = $connect(['websocket_compression' => true]);
    var_dump($client->headers['x-extensions'] !== 'none', isset($client->headers['sec-websocket-extensions']));
    foreach ([1, 2, 3] as $number) {
        $client->push("$number $large", SWOOLE_WEBSOCKET_OPCODE_TEXT, SWOOLE_WEBSOCKET_FLAG_FIN | SWOOLE_WEBSOCKET_FLAG_COMPRESS);
        tell($client->recv()->data === "$number $large");
    }
    echo "fields of the program that the handshake has itself\n";
    $client = new Client('127.0.0.1', $server->port);
    $client->setHeaders(['Origin' => 'http://a.example', 'Connection' => 'close', 'Upgrade' => 'h2c', 'Sec-WebSocket-Key' => 'mine']);
    outcome($client->upgrade('/'), $client);
    echo preg_replace(['/:\d+$/m', '/(?<=Key: )\S+/'], [':PORT', 'KEY'], str_replace("\r\n", "\n", $client->getHeaderOut()));
    echo "no WebSocket there\n";
    $client = new Client('127.0.0.1', $server->port);
    outcome($client->upgrade('/refused'), $client);
    var_dump($client->body);
    $server->shutdown();

    echo "a wrong answer\n";
    $wrong = answering(fn() => "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n");
    $client = client_of($wrong);
    outcome($client->upgrade('/'), $client);
    outcome($client->get('/'), $client);
    $wrong->shutdown();
});
?>
--EXPECT--
ok 101 0  connected
string(9) "websocket"
string(4) "none"
bool(true)
1 hello
bool(true)
string(0) ""
true
1 framed
bool(true)
bool(true)
1 in parts
true
one coroutine receives, another one sends
1 from another
out of time, and on
false
int(110)
bool(true)
bool(true)
1 on
a request meanwhile
failed 101 106 Transport endpoint is already connected connected
mistakes
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
TypeError: Swoole\Coroutine\Http\Client::push(): Argument #1 ($data) must be of type Frame|string, array given
closing
bool(true)
bool(true)
""
int(0)
bool(false)
bool(false)
bool(true)
false
ok 200 0  connected
string(12) "no WebSocket"
bool(false)
bool(true)
ok 101 0  connected
""
ok 101 0  connected
""
frames for the program
ok 101 0  connected
9 are you there?
10 I am
close 4001 as asked
bool(true)
""
frames that are asked for after the handshake
ok 101 0  connected
10 I am
1 last
compressed
ok 101 0  connected
bool(true)
bool(true)
true
true
true
fields of the program that the handshake has itself
ok 101 0  connected
GET / HTTP/1.1
Host: 127.0.0.1:PORT
Origin: http://a.example
Upgrade: websocket
Connection: Upgrade
Sec-WebSocket-Version: 13
Sec-WebSocket-Key: KEY

no WebSocket there
failed 403 8504 the server has answered the handshake with status 403 connected
string(5) "never"
a wrong answer
failed 101 8504 Sec-WebSocket-Accept is for another key
failed -3 7102 101 that was not asked for
