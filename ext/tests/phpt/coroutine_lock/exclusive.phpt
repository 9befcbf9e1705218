--TEST--
Coroutine\Lock: one at a time, in the order of their calls, each resumed after the one that unlocks
--FILE--
<?php
use Swoole\Coroutine\Lock;
Co\run(function () {
    $lock = new Lock;
    foreach ([1, 2, 3] as $i) {
        go(function () use ($lock, $i) {
            $locked = $lock->lock();
            echo "$i has it: " . json_encode($locked) . "\n";
            Co::sleep(0.001);
            echo "$i gives it back\n";
            var_dump($lock->unlock());
            echo "$i ends\n";
        });
    }
    echo "main\n";
});
echo get_class(new Co\Lock(false)), "\n";
?>
--EXPECT--
1 has it: true
main
1 gives it back
bool(true)
1 ends
2 has it: true
2 gives it back
bool(true)
2 ends
3 has it: true
3 gives it back
bool(true)
3 ends
Swoole\Coroutine\Lock
