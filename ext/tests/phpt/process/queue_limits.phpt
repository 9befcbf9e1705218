--TEST--
Process: messages that a queue never takes
--SKIPIF--
<?php
$process = new Swoole\Process(fn () => null, false, 0);
if (!@$process->useQueue(random_int(1, 1 << 30))) die('skip no message queues');
$process->freeQueue();
if (trim(file_get_contents('/proc/sys/kernel/msgmax')) > 60000) die('skip messages may be long here');
?>
--FILE--
<?php
$process = new Swoole\Process(fn () => null, false, 0);
$process->useQueue(random_int(1, 1 << 30), 2, 1000);
foreach ([900, 1001, 60000] as $bytes) {
    var_dump($process->push(str_repeat('x', $bytes)), swoole_last_error() === SWOOLE_ERROR_DATA_LENGTH_TOO_LARGE);
}
Co\run(fn () => var_dump($process->push(str_repeat('x', 1001))));
var_dump($process->freeQueue());
try { $process->useQueue(1 << 32); } catch (ValueError $error) { echo $error->getMessage(), "\n"; }
?>
--EXPECTF--
bool(true)
bool(false)

Warning: Swoole\Process::push(): the queue takes no message of that length in %s on line %d
bool(false)
bool(true)

Warning: Swoole\Process::push(): the queue takes no message of that length in %s on line %d
bool(false)
bool(true)

Warning: Swoole\Process::push(): the queue takes no message of that length in %s on line %d
bool(false)
bool(true)
Swoole\Process::useQueue(): Argument #1 ($key) must be at most 4294967295, 4294967296 given
