--TEST--
Tern\Http\Client: connections are shared in order, within limits, and none that is half read comes back
--FILE--
<?php
require __DIR__ . '/server.inc';
use Tern\Http\Client;

Co\run(function () {
    $gate = new Co\Channel(10);
    $server = new Scripted(function ($line, $head, $body, $number, $socket) use ($gate) {
        $path = explode(' ', $line)[1];
        if ($path === '/wait') {
            $gate->pop();
        }
        return match ($path) {
            '/close' => response("last of $number", '200 OK', 'Connection: close'),
            '/soon' => response("keeps $number", '200 OK', 'Keep-Alive: timeout=1'),
            '/half' => "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
            '/unasked' => response("first of $number") . 'more',
            default => response("$path of $number"),
        };
    });
    $client = new Client(['base_url' => $server->url, 'max_per_host' => 2, 'max_waiting' => 2, 'retries' => 0]);
    $host = fn() => array_intersect_key($client->stats()['hosts'][$server->url], array_flip(['connections', 'idle', 'in_use', 'waiting']));
    $say = fn() => print(json_encode($host()) . "\n");
    attempt(fn() => $client->get('/a'));
    attempt(fn() => $client->get('/b'));
    $say();
    $done = new Co\WaitGroup();
    foreach (['/wait', '/wait', '/c', '/d'] as $path) {
        $done->add();
        go(function () use ($client, $path, $done) {
            attempt(fn() => $client->get($path));
            $done->done();
        });
    }
    while ($host()['in_use'] < 2) {
        Co::sleep(0.001);
    }
    $say();
    attempt(fn() => $client->get('/e'), $server->url);
    $gate->push(1);
    $gate->push(1);
    $done->wait();
    $say();

    // Who waits may be cancelled, or have no time left.
    go(fn() => attempt(fn() => $client->get('/wait')));
    go(fn() => attempt(fn() => $client->get('/wait')));
    $cid = go(fn() => attempt(fn() => $client->get('/f'), $server->url));
    Co::cancel($cid);
    $cid = go(fn() => attempt(fn() => $client->get('/f'), $server->url));
    Co::cancel($cid, true);
    attempt(fn() => $client->get('/g', ['timeout' => 0.001]), $server->url);
    $say();
    $gate->push(1);
    $gate->push(1);
    Co::sleep(0.001);

    // One that is cancelled while it is used is closed.
    $cid = go(fn() => attempt(fn() => $client->get('/wait'), $server->url));
    Co::cancel($cid);
    $gate->push(1);
    $say();
    attempt(fn() => $client->get('/close'));
    attempt(fn() => $client->get('/soon'));
    attempt(fn() => $client->get('/soon'));
    attempt(fn() => $client->get('/unasked'));
    attempt(fn() => $client->get('/h'));
    attempt(fn() => $client->get('/half', ['timeout' => 0.01]), $server->url);
    $say();
    $half = $client->get('/half', ['stream' => true]);
    echo $half->read(), "\n";
    $say();
    $half->close();
    attempt(fn() => $half->read(), $server->url);
    $half = $client->get('/half', ['stream' => true]);
    unset($half);
    $say();
    attempt(fn() => $client->get('/i'));
    $client->close();
    $server->stop();
});
?>
--EXPECT--
200 /a of 1
200 /b of 1
{"connections":1,"idle":1,"in_use":0,"waiting":0}
{"connections":2,"idle":0,"in_use":2,"waiting":2}
Tern\Http\Client\HostBusy: GET URL/e: 2 coroutines wait for a connection already
200 /wait of 1
200 /wait of 2
200 /c of 1
200 /d of 2
{"connections":2,"idle":2,"in_use":0,"waiting":0}
Swoole\Coroutine\CanceledException: GET URL/f: the request was cancelled
Swoole\Coroutine\CanceledException: Coroutine was canceled
Tern\Http\Client\Timeout: GET URL/g: none of 2 connections to URL was free in time
{"connections":2,"idle":0,"in_use":2,"waiting":0}
200 /wait of 2
200 /wait of 1
Swoole\Coroutine\CanceledException: GET URL/wait: the request was cancelled
{"connections":1,"idle":1,"in_use":0,"waiting":0}
200 last of 2
200 keeps 3
200 keeps 4
200 first of 5
200 /h of 6
Tern\Http\Client\Timeout: GET URL/half: Connection timed out
{"connections":0,"idle":0,"in_use":0,"waiting":0}
half
{"connections":1,"idle":0,"in_use":1,"waiting":0}
Tern\Http\Client\NetworkError: GET URL/half: the response was closed before the end of its body
{"connections":0,"idle":0,"in_use":0,"waiting":0}
200 /i of 9
