--TEST--
Manual: Process: three children and their status
--FILE--
<?php
use Swoole\Process;

for ($n = 1; $n <= 3; $n++) {
    $process = new Process(function () use ($n) { exit($n); });
    $pids[$process->start()] = $n;
    if ($n === 1) var_dump($process->pid === array_key_first($pids));
}
$codes = [];
for ($n = 3; $n--;) {
    $status = Process::wait(true);
    $codes[$pids[$status['pid']]] = [$status['code'], $status['signal']];
}
ksort($codes);
echo json_encode($codes), "\n";
var_dump(Process::wait(false));

$process = new Process(function () { sleep(1000); }, false, 0);
$pid = $process->start();
var_dump(Process::kill($pid, 0), Process::kill($pid, SIGTERM), Process::wait()['signal'] === SIGTERM);
var_dump(@Process::kill($pid, 0));
?>
--EXTENSIONS--
pcntl
--EXPECT--
bool(true)
{"1":[1,0],"2":[2,0],"3":[3,0]}
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
