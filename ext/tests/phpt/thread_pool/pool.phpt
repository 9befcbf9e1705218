--TEST--
Thread\Pool: runs objects of a class in threads, and again when they have ended or failed, until one of them ends the pool
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Thread;
use Swoole\Thread\Pool;
use function Swoole\Coroutine\run;

$runs = new Thread\Atomic(0);
$indexes = new Thread\Map();
$pool = (new Pool('Counting', 3))->withArguments($runs, $indexes, 8)->withClassDefinitionFile(__DIR__ . '/counting.inc');
$pool->start();
$all = $indexes->toArray();
ksort($all);
var_dump($all, $runs->get() >= 8, Thread::activeCount());

// In a coroutine the others run on. The class is loaded now: its file is found.
run(function () {
    $runs = new Thread\Atomic(0);
    Coroutine::create(function () use ($runs, &$pool) {
        $pool = (new Pool(Counting::class, 3))->withArguments($runs, new Thread\Map(), PHP_INT_MAX >> 32);
        $pool->start();
        echo "ended\n";
    });
    while ($runs->get() < 4) Coroutine::sleep(0.001);
    echo "shutdown\n";
    $pool->shutdown();
});
var_dump(Thread::activeCount());
?>
--EXPECT--
array(3) {
  [0]=>
  string(16) "Counting 3 false"
  [1]=>
  string(16) "Counting 3 false"
  [2]=>
  string(16) "Counting 3 false"
}
bool(true)
int(1)
shutdown
ended
int(1)
