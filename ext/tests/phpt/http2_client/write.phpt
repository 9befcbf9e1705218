--TEST--
Coroutine\Http2\Client: a body in pieces
--FILE--
<?php
require __DIR__ . '/serve.inc';

Co\run(function () {
    $server = serve(fn($request, $response) => $response->end($request->getContent()));
    $client = connect($server->port);
    $id = $client->send(request('/', 'POST', more: ['pipeline' => true]));
    var_dump($client->write($id, 'one,'), $client->write($id, ['a' => 1, 'b' => '&']), $client->write($id, null), $client->write($id, 2));
    var_dump($client->isStreamExist($id), $client->write($id, ',end', true));
    var_dump($client->write($id, 'more'), $client->errCode);
    show($client->recv(), $client);
    var_dump($client->write($id, 'more'), $client->errCode === SWOOLE_ERROR_HTTP2_STREAM_NOT_FOUND, $client->errMsg);
    var_dump($client->write(99, 'more'), $client->write(-1, 'x'), $client->write(PHP_INT_MAX, 'x'), $client->connected);

    echo "-- begun by send()\n";
    $id = $client->send(request('/', 'POST', 'first ', ['pipeline' => true]));
    $client->write($id, '', true);
    show($client->recv(), $client);

    echo "-- a request that is complete\n";
    $id = $client->send(request('/', 'POST', 'whole'));
    var_dump($client->write($id, 'more'), $client->errCode);
    show($client->recv(), $client);
    $client->close();
    $server->shutdown();

    echo "-- a response before the end\n";
    $server = serve_frames(function (Frames $frames) {
        $frames->next(HEADERS);
        $frames->send(head(1, 413, flags: END_HEADERS | END_STREAM));
        [, , $code] = $frames->next(RST_STREAM);
        echo 'reset with ', unpack('N', $code)[1], "\n";
        $frames->next(GOAWAY);
    });
    $client = connect($server->port);
    $id = $client->send(request('/', 'POST', 'begin', ['pipeline' => true]));
    show($client->recv(), $client);
    var_dump($client->isStreamExist($id), $client->write($id, 'more'), $client->errCode === SWOOLE_ERROR_HTTP2_STREAM_NOT_FOUND);
    $client->close();
    $server->shutdown();
});
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
int(22)
1: 200 "one,a=1&b=%262,end"
bool(false)
bool(true)
string(28) "HTTP/2 stream does not exist"
bool(false)
bool(false)
bool(false)
bool(true)
-- begun by send()
3: 200 "first "
-- a request that is complete
bool(false)
int(22)
5: 200 "whole"
-- a response before the end
1: 413 null
bool(false)
bool(false)
bool(true)
reset with 8
