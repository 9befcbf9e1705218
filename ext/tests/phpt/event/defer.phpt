--TEST--
Event: deferred functions run at the end of the turn, in order; what they defer is for the next one
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Event;
use Swoole\Timer;
Event::defer(function () {
    echo "1 of the first turn\n";
    Event::defer(function () { echo "3 of the second turn\n"; });
    Co::sleep(0.1);
    echo "1 goes on\n";
});
var_dump(Event::defer(function () { echo "2 of the first turn, coroutine ", Co::getCid(), "\n"; }));
Timer::after(1, function () {
    Event::defer(function () { echo "behind both timers\n"; });
    echo "timer\n";
});
Timer::after(1, function () { echo "second timer\n"; });
usleep(3000);
class Clock { private function hidden() { echo "hidden\n"; } function start() { Event::defer([$this, 'hidden']); } }
(new Clock)->start();
go(function () {
    Event::defer(function () { echo "deferred by a coroutine\n"; });
    echo "the coroutine\n";
});
echo "main ends\n";
?>
--EXPECT--
bool(true)
the coroutine
main ends
timer
second timer
1 of the first turn
2 of the first turn, coroutine 5
hidden
deferred by a coroutine
behind both timers
3 of the second turn
1 goes on
