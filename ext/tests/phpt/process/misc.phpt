--TEST--
Process: close, blocking, priority, affinity, names, daemon
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use Swoole\Process;
$process = new Process(fn () => null);
var_dump($process->setBlocking(false));
var_dump($process->read(), swoole_last_error() === 11);
var_dump($process->close(Process::PIPE_WRITE), @$process->write('x'), $process->close(), $process->pipe, @$process->close());
var_dump($process->getPriority(PRIO_PROCESS) >= -20, $process->setPriority(PRIO_PROCESS, 19, getmypid()), $process->getPriority(PRIO_PROCESS, getmypid()));
$processors = Process::getAffinity();
var_dump(Process::setAffinity([$processors[0]]), Process::getAffinity() === [$processors[0]], Process::setAffinity($processors));
var_dump($process instanceof swoole_process);
$process->set(['enable_coroutine' => true, 'enable_coroutines' => true]);
[$result, $end] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$process = new Process(function (Process $process) use ($end) {
    [$read, $write] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $before = getmypid();
    $is_new = Process::daemon(true, true, [null, $write]) && getmypid() !== $before && posix_getsid(0) === getmypid();
    echo "to the pipe\n";
    fwrite($end, $is_new ? fgets($read) : "no daemon\n");
});
$process->start();
var_dump(Process::wait()['code'], fgets($result));
Swoole\Timer::after(1, function () { var_dump(Process::daemon()); });
?>
--EXPECTF--
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
NULL
bool(false)
bool(true)
bool(true)
int(19)
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
string(12) "to the pipe
"

Warning: Swoole\Process::daemon(): not while coroutines, timers or events are in use, nor in a server: see its option daemonize in %s on line %d
bool(false)
