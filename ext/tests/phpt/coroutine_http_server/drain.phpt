--TEST--
Coroutine\Http\Server: shutdown() lets requests in flight end, and cuts what takes too long
--FILE--
<?php
use Swoole\Coroutine\Http\Server;

require __DIR__ . '/client.inc';

Co\run(function () {
    $server = new Server('127.0.0.1');
    $server->set(['max_wait_time' => 60]);
    $go = new Co\Channel();
    $arrived = new Co\Channel();
    $server->handle('/', fn($request, $response) => $response->end('idle'));
    $server->handle('/wait', function ($request, $response) use ($go, $arrived) {
        $arrived->push(true);
        $go->pop();
        $response->end('answered');
    });
    $server->handle('/stop', function ($request, $response) use ($server) {
        var_dump($server->shutdown());
        $response->end('stopping');
    });
    $server->handle('/never', function () use ($arrived) {
        $arrived->push(true);
        try {
            Co::yield();
        } finally {
            echo "cancelled\n";
        }
    });

    $ended = start($server);
    $idle = new Client($server);
    $busy = new Client($server);
    $stop = new Client($server);
    echo $idle->get('/'), "\n";
    $busy->send('/wait');
    $arrived->pop();
    echo $stop->get('/stop'), "\n";
    var_dump($stop->receive(), $idle->receive(), $ended->isEmpty());
    $go->push(true);
    echo $busy->receive(), "\n";
    var_dump($busy->receive(), $ended->pop());

    echo "again\n";
    $server->set(['max_wait_time' => 0.01]);
    $ended = start($server);
    $never = new Client($server);
    $never->send('/never');
    $arrived->pop();
    $server->shutdown();
    var_dump($never->receive(), $ended->pop());
});
gc_collect_cycles();  // a handler holds its server
?>
--EXPECTF--
200 idle
NULL
200 stopping
string(0) ""
string(0) ""
bool(true)
200 answered
string(0) ""
array(2) {
  [0]=>
  bool(true)
  [1]=>
  int(0)
}
again
%A
array(2) {
  [0]=>
  bool(true)
  [1]=>
  int(0)
}
