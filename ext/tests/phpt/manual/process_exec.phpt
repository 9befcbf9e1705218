--TEST--
Manual: Process: exec() with redirected input and output
--FILE--
<?php
use Swoole\Process;
use function Swoole\Coroutine\run;

$process = new Process(function (Process $worker) {
    $worker->exec('/bin/echo', ['hello']);
}, true, 1, true);
$process->start();
run(function () use ($process) {
    echo 'from exec: ', $process->exportSocket()->recv();
});
Process::wait();

$process = new Process(function (Process $worker) {
    $worker->exec('/bin/sh', ['-c', 'read line; echo "got $line"; exit 4']);
}, true);
$process->start();
$process->write("a line\n");
echo $process->read();
var_dump(Process::wait()['code']);
?>
--EXPECT--
from exec: hello
got a line
int(4)
