--TEST--
Tern\Http\Client: a host that fails too often gets no requests for a while, then one
--FILE--
<?php
require __DIR__ . '/server.inc';
use Tern\Http\Client;

Co\run(function () {
    $status = '500 Broken';
    $gate = null;
    $server = new Scripted(function () use (&$status, &$gate) {
        $gate?->pop();
        return $status === '' ? null : response('answer', $status);
    });
    $client = new Client(['base_url' => $server->url, 'retries' => 0, 'breaker' => ['failures' => 2, 'reset' => 0.05]]);
    $state = fn() => print($client->stats()['hosts'][$server->url]['breaker'] . "\n");
    $wait = function () use ($client, $server) {
        while ($client->stats()['hosts'][$server->url]['breaker'] === 'open') {
            Co::sleep(0.005);
        }
    };
    $get = fn() => attempt(fn() => $client->get('/'), $server->url);
    $get();
    $state();
    $get();
    $state();
    $get();
    $wait();
    $state();
    // One request decides: this one fails.
    $get();
    $get();
    $wait();
    // While one is under way, the others are refused; a cancelled one says nothing.
    $gate = new Co\Channel(1);
    $cid = go($get);
    $get();
    Co::cancel($cid);
    $state();
    $gate->push(1);
    $gate = null;
    $status = '404 Not Found';
    $get();
    $state();
    // A lost connection counts as well.
    $status = '';
    $get();
    $get();
    $get();
    var_dump(count($server->seen));
    $server->stop();
    $client->close();
});
?>
--EXPECT--
500 answer
closed
500 answer
open
Tern\Http\Client\CircuitOpen: GET URL/: the host has failed too often
half-open
500 answer
Tern\Http\Client\CircuitOpen: GET URL/: the host has failed too often
Tern\Http\Client\CircuitOpen: GET URL/: the host has failed too often
Swoole\Coroutine\CanceledException: GET URL/: the request was cancelled
half-open
404 answer
closed
Tern\Http\Client\NetworkError: GET URL/: the connection ended before the response
Tern\Http\Client\NetworkError: GET URL/: the connection ended before the response
Tern\Http\Client\CircuitOpen: GET URL/: the host has failed too often
int(8)
