--TEST--
Coroutine\Http2\Client: responses in pieces, and trailers
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Channel;

function piece(Swoole\Http2\Response $response, $client): void
{
    show($response, $client);
    $names = array_diff(array_keys($response->headers ?? []), ['server', 'date', 'content-type', 'trailer', 'vary']);
    echo $response->headers === null ? 'no fields' : json_encode(array_values($names)), ', cookies ', json_encode($response->cookies), "\n";
}

Co\run(function () {
    $next = new Channel(2);
    $server = serve(function ($request, $response) use ($next) {
        $response->header('x-a', '1');
        $response->header('trailer', 'grpc-status');
        foreach (['one', 'two'] as $piece) {
            $response->write($piece);
            $next->pop();
        }
        $response->trailer('grpc-status', '0');
        $response->end();
    });
    $client = connect($server->port);

    echo "-- read()\n";
    $client->send(request());
    piece($client->read(), $client);
    $next->push(1);
    piece($client->read(), $client);
    $next->push(1);
    piece($client->read(), $client);
    var_dump($client->read(0.001), $client->errCode);

    echo "-- recv() of a request with usePipelineRead, and of one without\n";
    $client->send(request(more: ['usePipelineRead' => true]));
    piece($client->recv(), $client);
    $next->push(1);
    piece($client->recv(), $client);
    $next->push(1);
    piece($client->recv(), $client);
    $next->push(1);
    $next->push(1);
    $client->send(request());
    piece($client->recv(), $client);

    echo "-- what was read is not received again\n";
    $client->send(request());
    piece($client->read(), $client);
    $next->push(1);
    $next->push(1);
    piece($client->recv(), $client);
    $client->close();
    $server->shutdown();
});
?>
--EXPECT--
-- read()
1: 200 "one" ...
["x-a"], cookies []
1: 0 "two" ...
no fields, cookies null
1: 0 null
["grpc-status"], cookies []
bool(false)
int(110)
-- recv() of a request with usePipelineRead, and of one without
3: 200 "one" ...
["x-a"], cookies []
3: 0 "two" ...
no fields, cookies null
3: 0 null
["grpc-status"], cookies []
5: 200 "onetwo"
["x-a","grpc-status"], cookies []
-- what was read is not received again
7: 200 "one" ...
["x-a"], cookies []
7: 0 "two"
["grpc-status"], cookies []
