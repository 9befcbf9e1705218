--TEST--
Scheduler: in a callback of a server outside of coroutines, start() waits for all of its coroutines
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Coroutine\Scheduler;

$server = new Swoole\Http\Server('127.0.0.1', 0);
$server->set(['worker_num' => 1, 'log_level' => SWOOLE_LOG_ERROR]);
$server->on('request', function () {});
$server->on('start', fn ($server) => $server->shutdown());
$server->on('shutdown', function () {
    $scheduler = new Scheduler;
    $scheduler->add(function () { echo "first, of ", Coroutine::getPcid(), "\n"; });
    $scheduler->add(function () {
        Coroutine::sleep(0.002);
        go(function () {
            Coroutine::sleep(0.001);
            echo "a child of the second\n";
        });
        echo "second, of ", Coroutine::getPcid(), "\n";
    });
    var_dump($scheduler->start());
    var_dump(@$scheduler->start());
});
var_dump($server->start());
?>
--EXPECT--
first, of -1
second, of -1
a child of the second
bool(true)
bool(false)
bool(true)
