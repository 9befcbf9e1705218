--TEST--
Coroutine\Http2\Client: what goes wrong
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\Http2\Client;

Co\run(function () {
    echo "-- without a connection\n";
    $client = new Client('127.0.0.1', 1);
    foreach (['recv' => [], 'read' => [], 'ping' => [], 'goaway' => [], 'close' => [], 'write' => [1, 'x'], 'send' => [request()]] as $name => $given) {
        var_dump($client->$name(...$given), $client->errCode === SWOOLE_ERROR_CLIENT_NO_CONNECTION);
        $client->errCode = 0;
    }
    var_dump($client->isStreamExist(0), $client->connect(), $client->errCode, swoole_last_error(), $client->connected, $client->socket);

    echo "-- RST_STREAM\n";
    $server = serve_frames(function (Frames $frames) {
        $frames->next(HEADERS);
        $frames->next(HEADERS);
        $frames->send(frame(RST_STREAM, 0, 1, pack('N', 11)), head(3, 200), frame(DATA, 0, 3, 'half'), frame(RST_STREAM, 0, 3, pack('N', 0)));
        $frames->next(HEADERS);
        $frames->send(head(5, 204, flags: END_HEADERS | END_STREAM));
        $frames->next(GOAWAY);
    });
    $client = connect($server->port);
    $client->send(request());
    $client->send(request());
    show($client->recv(), $client);
    show($client->recv(), $client);
    $client->send(request());
    show($client->recv(), $client);
    $client->close();
    $server->shutdown();

    echo "-- GOAWAY\n";
    $gone = new Channel(1);
    $server = serve_frames(function (Frames $frames) use ($gone) {
        $frames->next(HEADERS);
        $frames->next(HEADERS);
        $frames->send(frame(GOAWAY, 0, 0, pack('NN', 1, 11) . 'calm down'));
        $frames->next(PING);
        $frames->send(head(1, 200, flags: END_HEADERS | END_STREAM));
        $frames->next(GOAWAY);
        $gone->push(1);
    });
    $client = connect($server->port);
    $client->send(request());
    $client->send(request());
    show($client->recv(), $client);
    var_dump($client->serverLastStreamId, $client->errCode, $client->errMsg, $client->connected);
    var_dump($client->send(request()), $client->errCode === SWOOLE_ERROR_CLIENT_NO_CONNECTION, $client->ping());
    show($client->recv(), $client);
    var_dump($client->connected);
    show($client->recv(), $client);
    var_dump($client->connected, $client->socket);
    $gone->pop();
    $server->shutdown();

    echo "-- the server has gone\n";
    $server = serve_frames(function (Frames $frames) {
        $frames->next(HEADERS);
        $frames->send(head(1, 200), frame(DATA, 0, 1, 'half'));
    });
    $client = connect($server->port);
    $client->send(request());
    show($client->recv(), $client);
    var_dump($client->connected);
    var_dump($client->connect(), $client->errCode, $client->send(request()));
    show($client->recv(), $client);
    $server->shutdown();

    echo "-- it is noticed before a request\n";
    $gone = new Channel(1);
    $server = serve_frames(function (Frames $frames) use ($gone) {
        $frames->socket->shutdown();
        $gone->push(1);
    });
    $client = connect($server->port);
    $client->ping();
    $gone->pop();
    var_dump($client->send(request()), $client->errCode, $client->connected);
    $server->shutdown();

    echo "-- timeouts\n";
    $server = serve_frames(fn(Frames $frames) => $frames->next(GOAWAY));
    $client = connect($server->port, ['read_timeout' => 0.001]);
    $client->send(request());
    show($client->recv(), $client);
    show($client->read(0.002), $client);
    var_dump($client->connected, $client->isStreamExist(1));

    echo "-- close() while another coroutine waits\n";
    go(function () use ($client) {
        show($client->recv(-1), $client);
    });
    var_dump($client->close(), $client->close());
    $server->shutdown();

    echo "-- cancelled\n";
    $server = serve_frames(fn(Frames $frames) => $frames->next(GOAWAY));
    $client = connect($server->port);
    $waiter = go(function () use ($client) {
        show($client->recv(-1), $client);
    });
    var_dump(Co::cancel($waiter), $client->connected);
    $client->close();
    $server->shutdown();

    echo "-- no HTTP/2\n";
    $server = new Swoole\Coroutine\Server('127.0.0.1');
    $server->handle(function ($connection) {
        $connection->recv();
        $connection->send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
        $connection->recv();
    });
    go(fn() => $server->start());
    $client = connect($server->port);
    $client->send(request());
    show($client->recv(), $client);
    var_dump($client->connected);
    $server->shutdown();

    echo "-- connected already\n";
    $server = serve_frames(fn(Frames $frames) => $frames->next(GOAWAY));
    $client = connect($server->port);
    var_dump($client->connect(), $client->errCode);
    $client->close();
    $server->shutdown();
});
?>
--EXPECTF--
-- without a connection
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(false)
int(111)
int(111)
bool(false)
NULL
-- RST_STREAM
1: 0 error 11 null
3: 200 error 1 "half"
5: 204 null
-- GOAWAY
3: 0 error 7 null
int(1)
int(11)
string(9) "calm down"
bool(true)
bool(false)
bool(true)
bool(true)
1: 200 null
bool(true)
false: 11 calm down
bool(false)
NULL
-- the server has gone
false: 104 Connection reset by peer
bool(false)
bool(true)
int(0)
int(1)
false: 104 Connection reset by peer
-- it is noticed before a request
bool(false)
int(104)
bool(false)
-- timeouts
false: 110 Connection timed out
false: 110 Connection timed out
bool(true)
bool(true)
-- close() while another coroutine waits
false: 125 Operation canceled
bool(true)
bool(false)
-- cancelled
false: 125 Operation canceled
bool(true)
bool(true)
-- no HTTP/2
false: 508 %s
bool(false)
-- connected already
bool(false)
int(106)
