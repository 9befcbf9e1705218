--TEST--
Process\Pool: workerExit is called in each turn of the loop while coroutines keep the worker
--FILE--
<?php
$pool = new Swoole\Process\Pool(1, SWOOLE_IPC_NONE, 0, true);
$exits = 0;
$pool->on('workerStart', function ($pool) use (&$exits) {
    $pool->shutdown();
    while ($exits === 0) Co::sleep(0.001);
    for ($i = 0; $i < 50; ++$i) Co::sleep(0.001);
    echo $exits >= 50 ? "each turn\n" : "$exits times\n";
});
$pool->on('workerExit', function () use (&$exits) { ++$exits; });
$pool->on('workerStop', fn () => print("stop\n"));
$pool->start();
?>
--EXPECT--
each turn
stop
