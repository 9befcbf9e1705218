--TEST--
Timers against a coroutine that sleeps: the shorter time first, equal ones in the order of their start
--FILE--
<?php
Co\run(function () {
    Swoole\Timer::after(200, fn () => print("after 1, "));
    go(function () { Co::sleep(0.001); echo "sleep 1, "; });
    Swoole\Timer::after(200, fn () => print("after 2, "));
    echo "body, ";
});
echo "\n";
?>
--EXPECT--
body, sleep 1, after 1, after 2, 
