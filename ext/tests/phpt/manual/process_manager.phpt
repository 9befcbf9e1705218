--TEST--
Manual: Process\Manager: several kinds of workers in one pool
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Process\Manager;
use Swoole\Process\Pool;
use Swoole\Table;

$seen = new Table(64);
$seen->column('in_coroutine', Table::TYPE_INT);
$seen->create();
// A worker whose function returns ends, and is started again.
$work = function (Pool $pool, int $workerId) use ($seen) {
    $seen->set((string) $workerId, ['in_coroutine' => Coroutine::getCid() > 0 ? 1 : 0]);
    if (count($seen) === 4) $pool->shutdown();
};
$manager = new Manager();
$manager->add($work);
$manager->add($work, true);
$manager->addBatch(2, $work, true);
$manager->setIPCType(SWOOLE_IPC_NONE)->setMsgQueueKey(0);
var_dump($manager->getIPCType(), $manager->getMsgQueueKey());
$manager->start();
$kinds = [];
foreach ($seen as $id => $row) $kinds[$id] = $row['in_coroutine'];
ksort($kinds);
echo json_encode($kinds), "\n";
var_dump($manager instanceof Swoole\Process\ProcessManager);
?>
--EXPECT--
int(0)
int(0)
[0,1,1,1]
bool(true)
