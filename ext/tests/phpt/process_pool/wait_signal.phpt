--TEST--
Process\Pool: a coroutine of a worker waits for SIGTERM
--FILE--
<?php
use Swoole\Coroutine\System;
use Swoole\Process\Pool;
$pool = new Pool(1, SWOOLE_IPC_NONE, 0, true);
$pool->on('workerStart', function (Pool $pool) {
    go(function () {
        var_dump(System::waitSignal(15, 30));
        echo "the worker ends\n";
    });
    $pool->shutdown();
});
$pool->start();
echo "done\n";
?>
--EXPECT--
int(15)
the worker ends
done
