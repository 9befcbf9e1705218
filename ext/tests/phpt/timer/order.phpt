--TEST--
Timer: the order of timers, coroutines and main code
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Timer;
Timer::after(100, function () { echo "after 100, the first\n"; });
go(function () {
    echo "a coroutine sleeps\n";
    Co::sleep(0.1);
    echo "the coroutine wakes\n";
});
Timer::after(100, function () {
    echo "after 100, the second, suspends\n";
    Co::sleep(0.001);
    echo "goes on\n";
    Timer::after(2, function () { echo "after 2, and then\n"; });
    Timer::tick(1, function (int $id) {
        Timer::clear($id);
        echo "tick\n";
        go(function () { echo "a coroutine of the tick\n"; });
    });
    usleep(10000);
    Swoole\Event::defer(function () { echo "deferred\n"; });
});
Timer::after(100, function () { echo "after 100, the third\n"; });
Timer::after(1, function () { echo "after 1\n"; });
echo "main ends\n";
?>
--EXPECT--
a coroutine sleeps
main ends
after 1
after 100, the first
the coroutine wakes
after 100, the second, suspends
after 100, the third
goes on
deferred
tick
a coroutine of the tick
after 2, and then
