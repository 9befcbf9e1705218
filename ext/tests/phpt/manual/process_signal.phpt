--TEST--
Manual: Process: signal() with wait(false), alarm()
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use Swoole\Process;
use Swoole\Timer;
use function Swoole\Coroutine\run;

run(function () {
    $keep = Timer::tick(100000, function () {});
    Process::signal(SIGCHLD, function (int $signo) use ($keep) {
        while ($status = Process::wait(false)) {
            var_dump($signo === SIGCHLD, $status['code']);
            Process::signal(SIGCHLD, null);
            Timer::clear($keep);
        }
    });
    (new Process(function (Process $process) { $process->exit(5); }))->start();
});

run(function () {
    $keep = Timer::tick(100000, function () {});
    Process::signal(SIGALRM, function () use ($keep) {
        static $count = 0;
        echo "alarm ", ++$count, "\n";
        if ($count < 3) return;
        Process::alarm(-1);
        Timer::clear($keep);
    });
    var_dump(Process::alarm(100_000));
});
$process = new Process(function () {});
var_dump(count(Process::getAffinity()) > 0, is_int($process->getPriority(PRIO_PROCESS)), $process->setPriority(PRIO_PROCESS, $process->getPriority(PRIO_PROCESS)));
?>
--EXPECT--
bool(true)
int(5)
bool(true)
alarm 1
alarm 2
alarm 3
bool(true)
bool(true)
bool(true)
