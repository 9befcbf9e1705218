--TEST--
Event::cycle(): the first call does not wait; then there is one for each turn in which something happened
--FILE--
<?php
use Swoole\Event;
use Swoole\Timer;

$turns = 0;
Event::cycle(function () use (&$turns) {
    echo "turn ", ++$turns, "\n";
    if ($turns === 3) Event::cycle(null);
});
Timer::after(70, function () {
    echo "first timer\n";
    Timer::after(70, function () { echo "second timer\n"; });
    Event::defer(function () { echo "deferred\n"; });
});
Event::wait();
?>
--EXPECT--
turn 1
first timer
deferred
turn 2
second timer
turn 3
