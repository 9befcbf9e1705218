--TEST--
Process: $id counts the processes of the program, not those that the library makes
--FILE--
<?php
use Swoole\Process;
use Swoole\Process\Pool;

$pool = new Pool(2);
$pool->on('workerStart', function (Pool $pool) { $pool->shutdown(); });
$pool->start();
for ($i = 0; $i < 2; ++$i) {
    $process = new Process(function (Process $process) { echo "$process->id\n"; });
    echo "$process->id\n";
    $process->start();
    Process::wait();
}
?>
--EXPECT--
1
1
2
2
