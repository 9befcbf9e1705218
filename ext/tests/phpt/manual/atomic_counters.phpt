--TEST--
Manual: Atomic and Atomic\Long: arithmetic, wait() and wakeup() between processes
--FILE--
<?php
use Swoole\Atomic;
use Swoole\Process;

$atomic = new Atomic(123);
echo $atomic->add(12), ' ', $atomic->sub(11), ' ', $atomic->get(), "\n";
var_dump($atomic->cmpset(122, 999), $atomic->cmpset(124, 999), $atomic->get(), $atomic->set(5), $atomic->get());

$long = new Atomic\Long(-2 ** 36);
echo $long->get(), ' ', $long->add(20), ' ', $long->sub(20), ' ';
var_dump($long->cmpset(-2 ** 36, 0));

$signal = new Atomic;
$process = new Process(function () use ($signal) {
    echo "child wakes the parent\n";
    $signal->wakeup();
});
$process->start();
var_dump($signal->wait(30), $signal->wait(0.001));
Process::wait();
?>
--EXPECT--
135 124 124
bool(false)
bool(true)
int(999)
NULL
int(5)
-68719476736 -68719476716 -68719476736 bool(true)
child wakes the parent
bool(true)
bool(false)
