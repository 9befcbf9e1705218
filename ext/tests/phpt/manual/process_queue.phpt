--TEST--
Manual: Process: a message queue instead of a pipe
--EXTENSIONS--
sysvmsg
--FILE--
<?php
use Swoole\Process;

$process = new Process(function (Process $process) {
    while (($message = $process->pop()) !== 'end') $process->push("child: $message") || exit(1);
}, false, 0);
var_dump($process->useQueue(1, Process::IPC_NOWAIT | 2) || true);
$process->freeQueue();
$process = new Process(function (Process $process) { exit(strlen($process->pop())); }, false, 0);
var_dump($process->useQueue(0, SWOOLE_MSGQUEUE_BALANCE), is_int($process->msgQueueKey), $process->statQueue());
$process->push('four');
var_dump($process->statQueue());
$process->start();
var_dump(Process::wait()['code'], $process->statQueue()['queue_num'], $process->freeQueue());
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
array(2) {
  ["queue_num"]=>
  int(0)
  ["queue_bytes"]=>
  int(0)
}
array(2) {
  ["queue_num"]=>
  int(1)
  ["queue_bytes"]=>
  int(4)
}
int(4)
int(0)
bool(true)
