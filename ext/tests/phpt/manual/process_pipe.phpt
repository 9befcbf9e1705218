--TEST--
Manual: Process: write() and read() between parent and child
--FILE--
<?php
use Swoole\Process;

$process = new Process(function (Process $worker) {
    $data = $worker->read();
    $worker->write(strtoupper($data));
    $worker->exit(0);
}, false, SOCK_DGRAM);
$process->start();
var_dump($process->pipe > 0, $process->write('hello worker'), $process->read());
var_dump(Process::wait()['code'], $process->close());

$process = new Process(function (Process $worker) {
    echo 'echo goes to the pipe';
}, true);
$process->start();
var_dump($process->read());
Process::wait();
?>
--EXPECT--
bool(true)
int(12)
string(12) "HELLO WORKER"
int(0)
bool(true)
string(21) "echo goes to the pipe"
