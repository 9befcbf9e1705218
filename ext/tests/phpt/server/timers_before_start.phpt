--TEST--
Server: timers of before start() go on in the master, and end with the server
--FILE--
<?php
use Swoole\Timer;
$server = new Swoole\Http\Server('127.0.0.1', 0);
$server->set(['worker_num' => 1]);
$master = getmypid();
$ticks = 0;
$begun = new Swoole\Atomic;
$tick = Timer::tick(1, function (int $id) use ($server, $master, $begun, &$ticks) {
    if ($begun->get() === 1 && ++$ticks === 3) {
        echo json_encode([getmypid() === $master, Timer::exists($id), Timer::info($id)['interval'], Co::getCid() > 0]), "\n";
        $server->shutdown();
    }
});
$late = Timer::after(60_000, fn () => print("never\n"));
$cleared = Timer::after(1, fn () => print("cleared\n"));
Timer::clear($cleared);
$server->on('workerStart', function () use ($tick, $begun) {
    echo json_encode([iterator_count(Timer::list()), Timer::exists($tick)]), "\n";
    $begun->set(1);
});
$server->on('request', fn () => 0);
var_dump($server->start(), $ticks >= 3, iterator_count(Timer::list()), Timer::exists($late));

$server = new Swoole\Http\Server('127.0.0.1', 0);
$server->set(['daemonize' => true]);
$server->on('request', fn () => 0);
$pending = Timer::after(60_000, fn () => 0);
var_dump($server->start(), swoole_last_error() === SWOOLE_ERROR_WRONG_OPERATION);
Timer::clear($pending);
?>
--EXPECTF--
[0,false]
[true,true,1,true]
bool(true)
bool(true)
int(0)
bool(false)

Warning: %s::start(): a daemon cannot start while coroutines, timers or events are in use in %s on line %d
bool(false)
bool(true)
