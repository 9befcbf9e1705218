--TEST--
Manual: A Scheduler: add(), parallel(), arguments, ids
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Coroutine\Scheduler;

$scheduler = new Scheduler;
$scheduler->set(['max_coroutine' => 100]);
$scheduler->add(function (int $a, int $b) {
    echo assert($a + $b === 7) ? "arguments\n" : '', "ids ", Coroutine::getCid(), " ", Coroutine::getPcid(), "\n";
    Coroutine::sleep(0.05);
    echo "done ", Coroutine::getCid(), "\n";
}, 3, 4);
$scheduler->parallel(2, function (string $name) {
    Coroutine::sleep(0.001);
    echo "$name ", Coroutine::getCid(), "\n";
}, 'worker');
var_dump($scheduler->getOptions(), $scheduler->start());
?>
--EXPECT--
arguments
ids 1 -1
worker 2
worker 3
done 1
array(1) {
  ["max_coroutine"]=>
  int(100)
}
bool(true)
