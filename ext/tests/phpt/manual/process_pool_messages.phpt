--TEST--
Manual: Process\Pool: sendMessage() and the message event
--FILE--
<?php
use Swoole\Process\Pool;

$pool = new Pool(2, SWOOLE_IPC_UNIXSOCK);
$pool->set(['enable_message_bus' => true]);
$pool->on('WorkerStart', function (Pool $pool, int $workerId) {
    if ($workerId === 0) $pool->sendMessage(str_repeat('a', 100000), 1);
});
$pool->on('Message', function (Pool $pool, string $data) {
    var_dump($pool->workerId, strlen($data));
    $pool->shutdown();
});
$pool->start();
?>
--EXPECT--
int(1)
int(100000)
