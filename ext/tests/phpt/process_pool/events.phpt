--TEST--
Process\Pool: shutdown comes before the workers leave; workerExit again while coroutines wait; workerRunning is false from then on
--FILE--
<?php
use Swoole\Process\Pool;
$pool = new Pool(1, SWOOLE_IPC_NONE, 0, true);
$pool->on('shutdown', fn () => print("shutdown\n"));
$pool->on('workerStart', function (Pool $pool) {
    $GLOBALS['cid'] = Co::getCid();
    $pool->shutdown();
    Co::sleep(100);
    echo "cancelled\n";
});
$calls = 0;
$pool->on('workerExit', function (Pool $pool) use (&$calls) {
    echo 'exit ', json_encode($pool->workerRunning), "\n";
    if (++$calls === 3) Co::cancel($GLOBALS['cid']);
});
$pool->on('workerStop', fn (Pool $pool) => print('stop ' . json_encode($pool->workerRunning) . "\n"));
$pool->start();
echo "without coroutines\n";
$pool = new Pool(1);
$pool->on('workerStart', fn () => null);
$pool->on('workerStop', function (Pool $pool) {
    echo 'stop ', json_encode($pool->workerRunning), "\n";
    $pool->shutdown();
});
$pool->start();
?>
--EXPECT--
shutdown
exit false
exit false
exit false
cancelled
stop false
without coroutines
stop false
