--TEST--
Coroutine\Http\Client: write_func gets the body in pieces, may close the connection, wait and throw
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\Http\Client;

Co\run(function () {
    $gate = new Channel(1);
    $server = answering(function (string $request, $socket) use ($gate) {
        $socket->sendAll("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
        foreach (['one', 'two', 'three'] as $word) {
            $socket->sendAll(dechex(strlen($word)) . "\r\n$word\r\n");
            if (!$gate->pop()) {
                return null;
            }
        }
        return "0\r\n\r\n";
    });
    $client = client_of($server);
    $client->set(['write_func' => function (Client $client, string $piece) use ($gate) {
        echo "$client->statusCode {$client->headers['content-type']} $piece\n";
        $gate->push(true);
    }]);
    outcome($client->get('/'), $client);
    var_dump($client->body);

    echo "closes\n";
    $client->set(['write_func' => function (Client $client, string $piece) use ($gate) {
        echo "$piece\n";
        $client->close();
        $gate->push(false);
    }]);
    outcome($client->get('/'), $client);

    echo "throws\n";
    $client->set(['write_func' => function () use ($gate) {
        $gate->push(false);
        throw new Exception('enough');
    }]);
    refused(fn() => $client->get('/'));
    var_dump($client->connected);

    echo "uses the client itself\n";
    $client->set(['write_func' => function (Client $client) use ($gate) {
        refused(fn() => $client->get('/'));
        $gate->push(true);
    }]);
    outcome($client->get('/'), $client);

    echo "none any more\n";
    $client->set(['write_func' => null]);
    for ($i = 0; $i < 3; ++$i) {
        go(fn() => $gate->push(true));
    }
    outcome($client->get('/'), $client);
    var_dump($client->body);
    $server->shutdown();
});
?>
--EXPECTF--
200 text/event-stream one
200 text/event-stream two
200 text/event-stream three
ok 200 0  connected
string(0) ""
closes
one
failed -3 125 Operation canceled
throws
Exception: enough
bool(false)
uses the client itself
Swoole\Error: The client has already been bound to another coroutine, using it in coroutine#%d at the same time is not allowed
Swoole\Error: The client has already been bound to another coroutine, using it in coroutine#%d at the same time is not allowed
Swoole\Error: The client has already been bound to another coroutine, using it in coroutine#%d at the same time is not allowed
ok 200 0  connected
none any more
ok 200 0  connected
string(11) "onetwothree"
