--TEST--
Coroutine\Http\Client: one coroutine at a time; closed, cancelled, and used where there is no coroutine
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine;
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\Http\Client;

refused(fn() => (new Client('127.0.0.1', 80))->get('/'));
Co\run(function () {
    [$asked, $ended] = [new Channel(1), new Channel(1)];
    $server = serve(fn($socket) => $asked->push(request_of($socket)) && request_of($socket));
    $client = client_of($server);
    $first = go(function () use ($client, $ended) {
        outcome($client->get('/'), $client);
        $ended->push(true);
    });
    $asked->pop();
    refused(fn() => $client->get('/'));
    var_dump($client->errCode);
    Coroutine::cancel($first);
    $ended->pop();
    echo "closed by another\n";
    go(function () use ($client, $ended) {
        outcome($client->get('/'), $client);
        $ended->push(true);
    });
    $asked->pop();
    var_dump($client->close());
    $ended->pop();
    echo "closed while it connects\n";
    go(function () use ($client, $ended) {
        outcome($client->get('/'), $client);
        $ended->push(true);
    });
    var_dump($client->close());
    $ended->pop();
    refused(fn() => clone $client);
    $server->shutdown();
});
?>
--EXPECTF--
Swoole\Error: API must be called in the coroutine
Swoole\Error: The client has already been bound to another coroutine#%d, using it in coroutine#%d at the same time is not allowed
int(0)
failed -3 125 Operation canceled
closed by another
failed -3 125 Operation canceled
bool(true)
closed while it connects
failed -1 125 Operation canceled
bool(true)
Error: Call to private %SSwoole\Coroutine\Http\Client::__clone() from global scope
