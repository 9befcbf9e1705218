--TEST--
Process: 100 of them leave no descriptor and no zombie behind
--FILE--
<?php
use Swoole\Process;
$open = fn () => count(scandir('/proc/self/fd'));
$one = function () {
    $process = new Process(fn (Process $process) => $process->write('x'));
    $process->start();
    $process->read();
    Process::wait();
};
$one();
Co\run(function () { $idle = new Process(fn () => null); $idle->setTimeout(0.001); $idle->read(); });
$before = $open();
for ($n = 0; $n < 50; $n++) $one();
Co\run(function () use ($one) { for ($n = 0; $n < 50; $n++) $one(); });
gc_collect_cycles();
var_dump($open() - $before, trim(file_get_contents('/proc/self/task/' . getmypid() . '/children')));
?>
--EXPECT--
int(0)
string(0) ""
