--TEST--
Process: signals on the loop, alarms, kill
--EXTENSIONS--
posix
--FILE--
<?php
use Swoole\Process;
Co\run(function () {
    $done = new Co\Channel(1);
    var_dump(Process::signal(SIGUSR1, fn () => print("replaced\n")));
    var_dump(Process::signal(SIGUSR1, function (int $signal) use ($done) { $done->push([$signal, Co::getCid() > 0]); }));
    var_dump(Process::kill(getmypid(), SIGUSR1));
    var_dump($done->pop(5) === [SIGUSR1, true]);
    var_dump(Process::signal(SIGUSR1), @Process::signal(SIGUSR1));
    $count = 0;
    Process::signal(SIGALRM, function () use (&$count, $done) { if (++$count === 3) $done->push('three'); });
    var_dump(Process::alarm(1000), $done->pop(5), Process::alarm(-1));
    var_dump(@Process::signal(SIGKILL, fn () => null), swoole_last_error() > 0);
});
$process = new Process(function (Process $process) {
    Process::signal(SIGTERM, function () use ($process) { echo "child: term\n"; $process->exit(4); });
    Swoole\Timer::after(10000, fn () => null);
    $process->write('ready');
});
$process->start();
$process->read();
var_dump(Process::kill($process->pid, 0), Process::kill($process->pid), Process::wait()['code']);
var_dump(Process::kill($process->pid, 0), Process::kill($process->pid));
var_dump(@Process::signal(0, fn () => null));
echo error_get_last()['message'], "\n";
?>
--EXPECTF--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
string(5) "three"
bool(true)
bool(false)
bool(true)
child: term
bool(true)
bool(true)
int(4)

Warning: Swoole\Process::kill(): process %d: No such process in %s on line %d
bool(false)
bool(false)
bool(false)
Swoole\Process::signal(): Argument #1 ($signal_no) must be between 1 and 64, 0 given
