--TEST--
Process\Pool: SIGTERM interrupts what a worker calls right after shutdown(); a worker that ends meanwhile is not replaced
--EXTENSIONS--
pcntl
--FILE--
<?php
$pool = new Swoole\Process\Pool(1);
$pool->on('workerStart', function ($pool) {
    pcntl_signal(SIGTERM, fn() => null);
    $pool->shutdown();
    for ($end = hrtime(true) + 2_000_000; hrtime(true) < $end;);
    sleep(20);
    echo "woken\n";
});
$pool->on('workerStop', fn() => print("stop\n"));
$pool->start();

$pool = new Swoole\Process\Pool(1);
$pool->on('workerStart', function ($pool) {
    echo "start\n";
    $pool->shutdown();
});
$pool->start();
?>
--EXPECT--
woken
stop
start
