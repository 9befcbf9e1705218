--TEST--
Manual: Coroutine\Lock: one coroutine at a time
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Coroutine\Lock;
use function Swoole\Coroutine\go;
use function Swoole\Coroutine\run;

$lock = new Lock();
run(function () use ($lock) {
    foreach (['a', 'b', 'c'] as $name) {
        go(function () use ($lock, $name) {
            $lock->lock();
            echo "$name in\n";
            Coroutine::sleep(0.001);
            echo "$name out\n";
            $lock->unlock();
        });
    }
});
?>
--EXPECT--
a in
a out
b in
b out
c in
c out
