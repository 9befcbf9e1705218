--TEST--
Coroutine\Http\Client: deferred requests, whose answers recv() returns
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\WaitGroup;

Co\run(function () {
    $both = new WaitGroup(2);
    $server = answering(function (string $request) use ($both) {
        // None is answered before both have asked.
        $both->done();
        $both->wait();
        return answer(explode(' ', $request)[1]);
    });
    $clients = [client_of($server), client_of($server, ['defer' => true])];
    var_dump($clients[0]->getDefer(), $clients[1]->getDefer(), $clients[0]->setDefer());
    foreach ($clients as $number => $client) {
        var_dump($client->get("/$number"), $client->statusCode);
    }
    var_dump($clients[0]->setDefer(false));
    outcome($clients[0]->get('/too-early'), $clients[0]);
    foreach ($clients as $client) {
        $ok = $client->recv();
        echo $client->body, ' ';
        outcome($ok, $client);
        outcome($client->recv(), $client);
    }
    echo "out of time, closed\n";
    $silent = serve(fn($socket) => request_of($socket) . request_of($socket));
    $client = client_of($silent, ['defer' => true]);
    $client->get('/');
    outcome($client->recv(0.01), $client);
    $client->get('/');
    $client->close();
    outcome($client->recv(), $client);
    var_dump($client->setDefer(false), $client->getDefer());
    $silent->shutdown();
    $server->shutdown();
});
?>
--EXPECT--
bool(false)
bool(true)
bool(true)
bool(true)
int(0)
bool(true)
int(0)
bool(false)
failed 0 115 Operation now in progress connected
/0 ok 200 0  connected
failed 200 22 there is no answer to receive connected
/1 ok 200 0  connected
failed 200 22 there is no answer to receive connected
out of time, closed
failed -2 110 Connection timed out
failed 0 5001 Client is not connected
bool(true)
bool(false)
