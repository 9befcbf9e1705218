--TEST--
Process\Pool: a worker with coroutines ends when they do, however long it might take
--FILE--
<?php
use Swoole\Process\Pool;
$starts = new Swoole\Atomic;
$pool = new Pool(1, SWOOLE_IPC_NONE, 0, true);
$pool->set(['max_wait_time' => 86400]);
$pool->on('workerStart', function (Pool $pool) use ($starts) {
    $number = $starts->add();
    if ($number === 3) $pool->shutdown();
    go(function () use ($pool, $number) {
        while ($pool->workerRunning) Co::sleep(0.001);
        echo "worker $number ends\n";
    });
    if ($number < 3) $pool->stop();
});
$pool->start();
?>
--EXPECT--
worker 1 ends
worker 2 ends
worker 3 ends
