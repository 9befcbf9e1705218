--TEST--
Event: dispatch() is one turn
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Event;
use Swoole\Timer;
var_dump(Event::dispatch());
$turns = 0;
Event::cycle(function () use (&$turns) { $turns++; });
Event::defer(function () {
    echo "the first turn\n";
    Event::defer(function () { echo "the second turn\n"; });
    var_dump(@Event::dispatch());
    Event::wait();
});
echo "before\n";
var_dump(Event::dispatch());
echo "between\n";
var_dump(Event::dispatch());
$over = false;
Timer::after(1, function () use (&$over) { $over = true; });
while (!$over) Event::dispatch();
go(function () { var_dump(Event::dispatch()); });
var_dump($turns >= 3);
Timer::after(1, function () { throw new Exception('of a turn'); });
try {
    while (true) Event::dispatch();
} finally {
    echo "finally\n";
}
?>
--EXPECTF--
bool(true)
before
the first turn
bool(false)

Warning: Swoole\Event::wait(): the loop runs already in %s on line %d
bool(true)
between
the second turn
bool(true)

Warning: Swoole\Event::dispatch(): the loop runs already in %s on line %d
bool(false)
bool(true)

Fatal error: Uncaught Exception: of a turn in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
