--TEST--
Process\Pool: its properties before start(), in a worker and afterwards
--FILE--
<?php
use Swoole\Process\Pool;
function show(Pool $pool): void
{
    echo json_encode([$pool->master_pid > 0, $pool->workerPid > 0, $pool->workerId, $pool->running, $pool->workerRunning]), "\n";
}
$pool = new Pool(1);
show($pool);
$pool->on('workerStart', function (Pool $pool) {
    show($pool);
    $pool->stop();
    show($pool);
    $pool->shutdown();
});
$pool->start();
show($pool);
?>
--EXPECT--
[false,false,-1,true,true]
[true,true,0,true,true]
[true,true,0,false,false]
[true,false,-1,false,true]
