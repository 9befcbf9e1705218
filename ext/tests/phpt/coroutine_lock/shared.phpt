--TEST--
Coroutine\Lock: LOCK_SH is shared, a writer that waits comes before later readers, also when it gives up
--FILE--
<?php
use Swoole\Coroutine\Lock;
Co\run(function () {
    $lock = new Lock;
    $start = function (string $name, int $operation, float $timeout = -1) use ($lock) {
        return go(function () use ($name, $operation, $timeout, $lock) {
            if (!$lock->lock($operation, $timeout)) { echo "$name gives up\n"; return; }
            echo "$name has it\n";
            Co::yield();
            echo "$name gives it back\n";
            $lock->unlock();
        });
    };
    $r1 = $start('reader 1', LOCK_SH);
    $r2 = $start('reader 2', LOCK_SH);
    $w1 = $start('writer 1', LOCK_EX);
    $r3 = $start('reader 3', LOCK_SH);
    $w2 = $start('writer 2', LOCK_EX, 0.02);
    $r4 = $start('reader 4', LOCK_SH);
    Co::resume($r2);
    echo "-\n";
    Co::resume($r1);
    echo "-\n";
    Co::sleep(0.05);
    Co::resume($w1);
    Co::sleep(0.001);
    echo "-\n";
    $w3 = $start('writer 3', LOCK_EX);
    $r5 = $start('reader 5', LOCK_SH);
    Co::cancel($w3);
    Co::sleep(0.001);
    foreach ([$r3, $r4, $r5] as $id) Co::resume($id);
});
?>
--EXPECT--
reader 1 has it
reader 2 has it
reader 2 gives it back
-
reader 1 gives it back
-
writer 1 has it
writer 2 gives up
writer 1 gives it back
reader 3 has it
reader 4 has it
-
writer 3 gives up
reader 5 has it
reader 3 gives it back
reader 4 gives it back
reader 5 gives it back
