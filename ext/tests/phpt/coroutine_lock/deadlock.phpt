--TEST--
Coroutine\Lock: coroutines that wait for each other are reported and unwound
--FILE--
<?php
Co\run(function () {
    $one = new Swoole\Coroutine\Lock;
    $two = new Swoole\Coroutine\Lock;
    foreach ([[$one, $two], [$two, $one]] as [$first, $second]) {
        go(function () use ($first, $second) {
            $first->lock();
            Co::sleep(0.001);
            try {
                $second->lock();
                echo "not here\n";
            } finally {
                echo "unlock\n";
                $first->unlock();
            }
        });
    }
});
?>
--EXPECTF--
Deadlock: nothing can wake these coroutines (2) any more.
coroutine 2, started by 1, waits for a lock
#0 %s(%d): Swoole\Coroutine\Lock->lock()
#1 %s
coroutine 3, started by 1, waits for a lock
#0 %s(%d): Swoole\Coroutine\Lock->lock()
#1 %s
unlock
unlock
