--TEST--
Scheduler: runs what was added, in that order, until all has ended
--FILE--
<?php
use Swoole\Coroutine as Co;

$scheduler = new Co\Scheduler;
var_dump($scheduler->add(function (...$given) {
    echo 'first: ', json_encode($given), "\n";
    Co::create(function () { Co::sleep(0.001); Co::resume(1); echo "a child of the first\n"; });
    Co::yield();
    echo "first again, number ", Co::getCid(), "\n";
}, 'a', [1]));
var_dump($scheduler->parallel(2, function ($name) { echo "$name\n"; Co::sleep(0.02); echo "$name again\n"; }, 'parallel'));
$scheduler->parallel(0, 'strtoupper');
$scheduler->add('printf', "%s\n", 'a function');
$scheduler->add(function () use ($scheduler) {
    var_dump(@$scheduler->start());
    $scheduler->add(function () { echo "in the second run\n"; });
    var_dump(@$scheduler->start());
});
echo "start\n";
var_dump($scheduler->start());
var_dump($scheduler->start());
var_dump($scheduler->start());
var_dump($scheduler->getOptions());
$scheduler->set(['max_coroutine' => 5]);
$scheduler->set(['max_coroutine' => 3, 'enable_deadlock_check' => false]);
echo json_encode([$scheduler->getOptions(), Co::getOptions()['max_coroutine']]), "\n";
$scheduler->parallel(4, function () { echo "within the limit\n"; Co::sleep(0.001); });
var_dump($scheduler->start());
var_dump((new ReflectionClass($scheduler))->isFinal());
?>
--EXPECTF--
NULL
NULL
start
first: ["a",[1]]
parallel
parallel
a function
bool(false)
bool(false)
first again, number 1
a child of the first
parallel again
parallel again
bool(true)
in the second run
bool(true)

Warning: A Scheduler without coroutines has nothing to start in tern:/library/Coroutine/Scheduler.php on line %d
bool(false)
NULL
[{"max_coroutine":3,"enable_deadlock_check":false},3]
within the limit
within the limit
within the limit

Warning: Swoole\Coroutine::create(): max_coroutine is reached: there are 3 in tern:/library/Coroutine/Scheduler.php on line %d
bool(true)
bool(true)
