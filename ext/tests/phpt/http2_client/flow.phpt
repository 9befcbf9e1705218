--TEST--
Coroutine\Http2\Client: large bodies both ways, and windows that close
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Channel;

Co\run(function () {
    $large = random_bytes(3 << 20);
    $server = serve(fn($request, $response) => $response->end($request->getContent()), ['package_max_length' => 16 << 20]);

    echo "-- one coroutine\n";
    foreach ([[], ['init_window_size' => 1000, 'max_frame_size' => 20_000], ['http2_init_window_size' => 16 << 20]] as $settings) {
        $client = connect($server->port, $settings);
        $client->send(request('/', 'POST', $large));
        $client->send(request('/', 'POST', $large));
        var_dump($client->recv()->data === $large, $client->recv()->data === $large);
        $client->close();
    }

    echo "-- a writer and a receiver\n";
    $client = connect($server->port);
    $id = $client->send(request('/', 'POST', more: ['pipeline' => true]));
    go(function () use ($client, $id, $large) {
        foreach (str_split($large, 100_000) as $piece) {
            $client->write($id, $piece);
        }
        var_dump($client->write($id, '', true));
    });
    var_dump($client->recv()->data === $large);
    $client->close();
    $server->shutdown();

    echo "-- a server that receives nothing\n";
    $server = serve_frames(function (Frames $frames) {
        $frames->next(HEADERS);
        // The first window is 65535 bytes.
        $frames->next(PING);
        $frames->send(frame(WINDOW_UPDATE, 0, 0, pack('N', 1 << 20)), frame(WINDOW_UPDATE, 0, 1, pack('N', 1 << 20)));
        for ($size = 0; $frame = $frames->next(DATA);) {
            $size += strlen($frame[2]);
            if ($frame[0] === END_STREAM) {
                break;
            }
        }
        $frames->send(head(1, 200), frame(DATA, END_STREAM, 1, "$size bytes"));
        $frames->next(GOAWAY);
    });
    $client = connect($server->port, ['write_timeout' => 0.005]);
    $id = $client->send(request('/', 'POST', str_repeat('x', 100_000), ['pipeline' => true]));
    var_dump($client->write($id, str_repeat('y', 50_000)));
    var_dump($client->write($id, 'not sent'), $client->errCode, $client->connected);
    $client->set(['write_timeout' => 10]);
    go(function () use ($client, $id) {
        var_dump($client->write($id, str_repeat('z', 50_000), true));
    });
    $client->ping();
    show($client->recv(), $client);
    $client->close();
    $server->shutdown();

    echo "-- a writer whose stream ends\n";
    $server = serve_frames(function (Frames $frames) {
        $frames->next(HEADERS);
        $frames->next(PING);
        $frames->send(frame(RST_STREAM, 0, 1, pack('N', 8)));
        $frames->next(GOAWAY);
    });
    $client = connect($server->port);
    $id = $client->send(request('/', 'POST', str_repeat('x', 200_000), ['pipeline' => true]));
    $writer = go(function () use ($client, $id) {
        var_dump($client->write($id, 'x'), $client->errCode === SWOOLE_ERROR_HTTP2_STREAM_NOT_FOUND);
    });
    $client->ping();
    $response = $client->recv();
    Co::join([$writer]);
    show($response, $client);
    $client->close();
    $server->shutdown();

    echo "-- a reader that is slow\n";
    $server = serve_frames(function (Frames $frames) {
        $frames->next(HEADERS);
        $frames->send(head(1, 200), frame(DATA, 0, 1, str_repeat('x', 10_000)), frame(DATA, 0, 1, str_repeat('y', 10_000)));
        [, $stream, $by] = $frames->next(WINDOW_UPDATE);
        echo "window of stream $stream opens by ", unpack('N', $by)[1], "\n";
        $frames->send(frame(DATA, END_STREAM, 1, 'end'));
        $frames->next(GOAWAY);
    });
    $client = connect($server->port, ['init_window_size' => 20_000]);
    $client->send(request(more: ['usePipelineRead' => true]));
    for ($got = ''; !str_ends_with($got, 'end'); $got .= $response->data) {
        $response = $client->recv();
    }
    var_dump(strlen($got), $response->pipeline);
    $client->close();
    $server->shutdown();
});
?>
--EXPECT--
-- one coroutine
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
-- a writer and a receiver
bool(true)
bool(true)
-- a server that receives nothing
bool(true)
bool(false)
int(110)
bool(true)
bool(true)
1: 200 "134465 bytes"
-- a writer whose stream ends
bool(false)
bool(true)
1: 0 error 8 null
-- a reader that is slow
window of stream 1 opens by 20000
int(20003)
bool(false)
