--TEST--
Coroutine\Http2\Client: many requests at a time, in the order of their responses; many coroutines, one of which receives
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Channel;

Co\run(function () {
    $gate = new Channel(1);
    $server = serve(function ($request, $response) use ($gate) {
        if ($request->server['request_uri'] === '/last') {
            $gate->pop();
        }
        $response->end($request->server['request_uri']);
    });
    $client = connect($server->port);

    echo "-- 500 at once, more than the server allows\n";
    $client->send(request('/last'));
    $streams = [];
    for ($i = 0; $i < 500; ++$i) {
        $streams[$client->send(request("/$i"))] = "/$i";
    }
    var_dump(count($streams), $client->stats('active_stream_num'), $client->isStreamExist(1), $client->isStreamExist(1003));
    for ($i = 0; $i < 500; ++$i) {
        $response = $client->recv();
        if ($streams[$response->streamId] !== $response->data) {
            echo "wrong response\n";
        }
        unset($streams[$response->streamId]);
    }
    var_dump($streams, $client->stats('active_stream_num'));
    $gate->push(1);
    show($client->recv(), $client);
    var_dump($client->isStreamExist(1), $client->isStreamExist(0), $client->stats('last_stream_id'));

    echo "-- senders and a receiver\n";
    $waiting = [];
    go(function () use ($client, &$waiting) {
        while (($response = $client->recv(-1)) !== false) {
            $waiting[$response->streamId]->push($response->data);
        }
        echo "receiver: $client->errCode\n";
    });
    $done = new Swoole\Coroutine\WaitGroup();
    $right = 0;
    for ($i = 0; $i < 50; ++$i) {
        $done->add();
        go(function () use ($client, $i, $done, &$waiting, &$right) {
            for ($n = 0; $n < 3; ++$n) {
                $id = $client->send(request("/$i/$n", 'POST', str_repeat('x', 5000)));
                $waiting[$id] = new Channel(1);
                $right += $waiting[$id]->pop() === "/$i/$n" ? 1 : 0;
                unset($waiting[$id]);
            }
            $done->done();
        });
    }
    $done->wait();
    var_dump($right);

    echo "-- two receivers\n";
    $turn = new Channel(1);
    Swoole\Event::defer(fn() => $turn->push(1));
    $turn->pop();
    report(fn() => $client->recv());
    $client->close();
    $server->shutdown();
});
?>
--EXPECTF--
-- 500 at once, more than the server allows
int(500)
int(501)
bool(true)
bool(false)
array(0) {
}
int(1)
1: 200 "/last"
bool(false)
bool(true)
int(1001)
-- senders and a receiver
int(150)
-- two receivers
Swoole\Error: Socket#%d has already been bound to another coroutine#%d, reading of the same socket in coroutine#%d at the same time is not allowed
receiver: 125
