--TEST--
Process\Pool: detach() in a message callback ends the worker after it; every worker's process has the queue
--FILE--
<?php
use Swoole\Process\Pool;
$pool = new Pool(2, SWOOLE_IPC_MSGQUEUE);
$detached = new Swoole\Atomic;
$pushed = new Swoole\Atomic;
$pool->on('workerStart', function (Pool $pool, int $id) use ($pushed) {
    if ($id === 1 && $pushed->cmpset(0, 1)) {  // the successor of a detached worker pushes nothing
        $pool->getProcess()->push('first');
    }
});
$pool->on('message', function (Pool $pool, string $data) use ($detached) {
    if ($data === 'first') {
        echo "first\n";
        var_dump($pool->detach());
        $detached->set(getmypid());
        $pool->getProcess(1 - $pool->workerId)->push('second');
        return;
    }
    while (Swoole\Process::kill($detached->get(), 0)) {
        usleep(1000);  // until it has ended
    }
    echo "$data\n";
    $pool->shutdown();
});
$pool->start();
?>
--EXPECT--
first
bool(true)
second
