--TEST--
Manual: Process\Pool: workers, their processes, the end
--FILE--
<?php
use Swoole\Process;

$pool = new Process\Pool(2, SWOOLE_IPC_UNIXSOCK, 0, true);
$pool->on('workerStart', function (Process\Pool $pool, int $workerId) {
    $socket = $pool->getProcess(0)->exportSocket();
    if ($workerId === 0) {
        echo $socket->recv();
        $socket->send("hello worker 1\n");
    } else {
        $socket->send("hello worker 0\n");
        echo $socket->recv();
        $pool->shutdown();
    }
    Swoole\Coroutine\System::waitSignal(15);  // SIGTERM
});
$pool->start();
echo "done\n";
?>
--EXPECT--
hello worker 0
hello worker 1
done
