--TEST--
Process\Pool: its properties before start(), in a worker and afterwards
--FILE--
<?php
use Swoole\Process\Pool;
$pool = new Pool(1);
$show = fn() => json_encode([$pool->master_pid > 0, $pool->workerPid > 0, $pool->workerId, $pool->running, $pool->workerRunning]) . "\n";
echo $show();
$pool->on('workerStart', function (Pool $pool) use ($show) {
    echo $show();
    $pool->shutdown();
    $pool->stop();
    echo $show();
});
$pool->start();
echo $show();
?>
--EXPECT--
[false,false,-1,true,true]
[true,true,0,true,true]
[true,true,0,false,false]
[true,false,-1,false,true]
