--TEST--
Thread: names, processors, priorities
--FILE--
<?php
use Swoole\Thread;

(new Thread(__DIR__ . '/child.inc', 'names'))->join();
var_dump(Thread::setName('main thread'), trim(file_get_contents('/proc/self/comm')), Thread::setName('sixteen letters.'));
var_dump(swoole_last_error() === SWOOLE_ERROR_NAME_TOO_LONG);
$all = Thread::getAffinity();
var_dump(count($all) === Thread::HARDWARE_CONCURRENCY, Thread::setAffinity([$all[0]]), Thread::getAffinity() === [$all[0]]);
var_dump(Thread::setAffinity($all), @Thread::setAffinity([]), @Thread::setAffinity([-1]), @Thread::setAffinity([1 << 40]));
var_dump(Thread::getPriority(), Thread::setPriority(0), Thread::setPriority(0, Thread::SCHED_BATCH), Thread::getPriority()['policy']);
foreach ([[1, Thread::SCHED_OTHER], [100, Thread::SCHED_FIFO], [0, 99], [PHP_INT_MAX, 0], [0, PHP_INT_MIN]] as [$priority, $policy]) {
    var_dump(Thread::setPriority($priority, $policy));
}
Thread::yield();
var_dump(Thread::API_NAME, [Thread::SCHED_OTHER, Thread::SCHED_FIFO, Thread::SCHED_RR, Thread::SCHED_BATCH, Thread::SCHED_IDLE, Thread::SCHED_DEADLINE] === [0, 1, 2, 3, 5, 6]);
?>
--EXPECTF--
bool(true)
string(14) "worker of test"
bool(true)
string(11) "main thread"
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
array(2) {
  ["policy"]=>
  int(0)
  ["priority"]=>
  int(0)
}
bool(true)
bool(true)
int(3)

Warning: Swoole\Thread::setPriority(): priority 1 with policy 0: Invalid argument in %s on line %d
bool(false)

Warning: Swoole\Thread::setPriority(): priority 100 with policy 1: Invalid argument in %s on line %d
bool(false)

Warning: Swoole\Thread::setPriority(): priority 0 with policy 99: Invalid argument in %s on line %d
bool(false)

Warning: Swoole\Thread::setPriority(): priority 9223372036854775807 with policy 0: Invalid argument in %s on line %d
bool(false)

Warning: Swoole\Thread::setPriority(): priority 0 with policy -9223372036854775808: Invalid argument in %s on line %d
bool(false)
string(13) "POSIX Threads"
bool(true)
