--TEST--
Event: functions that are called at both ends of every turn
--FILE--
<?php
use Swoole\Event;
use Swoole\Timer;
class Holder { public function __destruct() { echo "freed\n"; } }
$holder = new Holder;
var_dump(Event::cycle(function () { echo "start of a turn\n"; }, true));
var_dump(Event::cycle(function () use ($holder) { echo "end of a turn\n"; }));
unset($holder);
$turns = 0;
function turn() {
    global $turns;
    echo "turn ", ++$turns, "\n";
    if ($turns === 2) var_dump(Event::cycle(null, true), Event::cycle(null, true));
    if ($turns === 3) var_dump(Event::cycle(function () { echo "another function\n"; }));
    if ($turns < 4) Event::defer('turn');
}
Event::defer('turn');
Event::wait();
echo "it does not hold the program\n";
Event::wait();
?>
--EXPECT--
bool(true)
bool(true)
start of a turn
turn 1
end of a turn
start of a turn
turn 2
bool(true)
bool(false)
end of a turn
turn 3
freed
bool(true)
another function
turn 4
another function
it does not hold the program
