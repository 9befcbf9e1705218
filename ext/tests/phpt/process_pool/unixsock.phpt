--TEST--
Process\Pool: messages between workers, events and their processes, the end
--FILE--
<?php
use Swoole\Process\Pool;
$pool = new Pool(2, SWOOLE_IPC_UNIXSOCK, 0, true);
$started = "no start";
$pool->on("start", function (Pool $pool) use (&$started) { $started = "start {$pool->workerId}"; });
$pool->on("shutdown", function () use (&$started) { echo "$started, shutdown\n"; });
$pool->on('workerStart', function (Pool $pool, int $id) {
    if ($id === 0) var_dump($pool->sendMessage('hello', 1), @$pool->sendMessage('nobody', 2));
});
// Only worker 0 prints, so that the lines have one order. What worker 1 receives comes back to it.
$pool->on('message', function (Pool $pool, string $data) {
    if ($data === 'hello') return $pool->getProcess(0)->write("$data in {$pool->workerId}, back");
    echo "$data in {$pool->workerId}\n";
    var_dump($pool->getProcess()->pid === getmypid(), $pool->getProcess(1)->pid !== getmypid(), $pool->getProcess(2));
    $pool->shutdown();
});
$pool->on('workerStop', fn (Pool $pool, int $id) => $id === 0 && print("stop\n"));
$pool->on('workerExit', fn (Pool $pool, int $id) => $id === 0 && print("exit\n"));
var_dump(@$pool->on('never', 'strlen'), $pool->getProcess(0), $pool->shutdown(), $pool->start());
?>
--EXPECT--
bool(true)
bool(false)
hello in 1, back in 0
bool(true)
bool(true)
bool(false)
start -1, shutdown
exit
stop
bool(false)
bool(false)
bool(false)
NULL
