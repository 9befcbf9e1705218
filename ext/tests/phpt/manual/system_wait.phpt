--TEST--
Manual: wait(), waitPid(), waitSignal() and waitEvent()
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Coroutine\System;
use Swoole\Process;
use function Swoole\Coroutine\run;

$first = new Process(function (Process $process) { $process->exit(3); });
$second = new Process(function () { echo "the child\n"; });
run(function () use ($first, $second) {
    $first->start();
    $status = System::wait(10);
    var_dump($status['pid'] === $first->pid, $status['code'], $status['signal']);
    $pid = $second->start();
    $status = System::waitPid($pid, 10);
    var_dump($status['pid'] === $pid, $status['code'], $status['signal']);
    var_dump(System::wait(0.001));

    Coroutine::create(function () {
        Coroutine::sleep(0.001);
        Process::kill(getmypid(), 10);
    });
    var_dump(System::waitSignal(10, 10), System::waitSignal([10, 12], 0.001), swoole_last_error() === 110);

    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    var_dump(System::waitEvent($a, SWOOLE_EVENT_READ, 0.001));
    var_dump(System::waitEvent($a, SWOOLE_EVENT_READ | SWOOLE_EVENT_WRITE) === SWOOLE_EVENT_WRITE);
    fwrite($b, 'data');
    var_dump(System::waitEvent($a, SWOOLE_EVENT_READ) === SWOOLE_EVENT_READ);
});
?>
--EXPECT--
bool(true)
int(3)
int(0)
the child
bool(true)
int(0)
int(0)
bool(false)
int(10)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
