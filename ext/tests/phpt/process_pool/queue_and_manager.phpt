--TEST--
Process\Pool: messages of a queue; Process\Manager; the names of before
--SKIPIF--
<?php
$process = new Swoole\Process(fn () => null, false, 0);
if (!@$process->useQueue(random_int(1, 1 << 30))) die('skip no message queues');
$process->freeQueue();
?>
--FILE--
<?php
use Swoole\Process;
use Swoole\Process\{Manager, Pool};
$key = random_int(1, 1 << 30);
$pool = new swoole_process_pool(1, SWOOLE_IPC_MSGQUEUE, $key);
$pool->on('message', function (Pool $pool, string $data) { echo "$data\n"; if ($data === 'end') $pool->shutdown(); });
$process = new Process(fn () => null);
$process->useQueue($key);
foreach (['one', 'end'] as $word) $process->push($word);
$pool->start();
var_dump($process->statQueue()['queue_num'], $process->freeQueue());
$manager = new Manager(SWOOLE_IPC_UNIXSOCK);
$manager->add(function (Pool $pool, int $id) { echo "zero is $id: {$pool->getProcess()->read()}\n"; $pool->shutdown(); Co::sleep(10); }, true);
$manager->addBatch(1, function (Pool $pool, int $id) { $pool->sendMessage("from $id", 0); $pool->getProcess()->read(); });
var_dump($manager->setMsgQueueKey(3)->getMsgQueueKey(), $manager->getIPCType());
$manager->start();
echo "over\n";
?>
--EXPECTF--
one
end
int(0)
bool(true)
int(3)
int(1)
zero is 0: from 1
%Aover
