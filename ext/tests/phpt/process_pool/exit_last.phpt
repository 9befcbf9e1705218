--TEST--
Process\Pool: workerExit is called once more after the turn in which the last waiting coroutine ended
--FILE--
<?php
$pool = new Swoole\Process\Pool(1, SWOOLE_IPC_NONE, 0, true);
$pool->on('workerStart', function ($pool) {
    $GLOBALS['cid'] = Co::getCid();
    $pool->shutdown();
    Co::sleep(100);
    echo "ended\n";
});
$calls = 0;
$pool->on('workerExit', function () use (&$calls) {
    echo "exit\n";
    if (++$calls === 1) Swoole\Timer::after(1, fn() => Co::cancel($GLOBALS['cid']));
});
$pool->on('workerStop', fn () => print("stop\n"));
$pool->start();
?>
--EXPECTREGEX--
(exit
)+ended
exit
stop
