--TEST--
Process: message queues
--SKIPIF--
<?php
$process = new Swoole\Process(fn () => null, false, 0);
if (!@$process->useQueue(random_int(1, 1 << 30))) die('skip no message queues');
$process->freeQueue();
?>
--FILE--
<?php
use Swoole\Process;
$key = random_int(1, 1 << 30);
$process = new Process(function (Process $process) {
    while (($word = $process->pop()) !== 'end') echo "child: $word\n";
    $process->push('thanks');
}, false, 0);
var_dump($process->useQueue($key), $process->msgQueueKey === $key, is_int($process->msgQueueId));
foreach (['one', 'two'] as $word) var_dump($process->push($word));
var_dump($process->statQueue());
$process->start();
$process->push('end');
Process::wait();
var_dump($process->pop(3));
$quick = new Process(fn () => null, false, 0);
$quick->useQueue($key, 1 | Process::IPC_NOWAIT);
var_dump($quick->pop(), swoole_last_error() === 11);
Co\run(function () use ($process) {
    $cid = go(fn () => var_dump($process->pop(), swoole_last_error() === SWOOLE_ERROR_CO_CANCELED));
    Co::cancel($cid);
});
var_dump($process->freeQueue(), $process->statQueue(), $process->pop());
var_dump(@$process->push(str_repeat('x', 65537)));
echo error_get_last()['message'], "\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
array(2) {
  ["queue_num"]=>
  int(2)
  ["queue_bytes"]=>
  int(6)
}
child: one
child: two
string(3) "tha"
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
Swoole\Process::push(): Argument #1 ($data) must have between 1 and 65536 bytes, 65537 given
