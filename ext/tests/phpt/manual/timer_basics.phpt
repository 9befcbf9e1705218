--TEST--
Manual: tick(), after(), arguments, info(), list(), clear()
--FILE--
<?php
use Swoole\Timer;

$count = 0;
Timer::tick(50, function (int $timer_id, $param1, $param2) use (&$count) {
    echo "timer_id $timer_id, params $param1 and $param2\n";
    if (++$count === 2) Timer::clear($timer_id);
}, 'A', 'B');
$once = Timer::after(1, function (string ...$words) { echo implode(' ', $words), "\n"; }, 'after', '1');
$never = swoole_timer_after(1000000, function () { echo "never\n"; });
var_dump(Timer::exists($once), array_keys(Timer::info($once)), Timer::stats()['num'], count(Timer::list()));
foreach (Timer::list() as $id) echo "timer $id\n";
var_dump(Timer::clear($never), Timer::clear($never), Timer::info($never));
Swoole\Event::wait();
var_dump(Timer::exists($once), Timer::stats(), Timer::clearAll());
?>
--EXPECTF--
bool(true)
array(5) {
  [0]=>
  string(9) "exec_msec"
  [1]=>
  string(10) "exec_count"
  [2]=>
  string(8) "interval"
  [3]=>
  string(5) "round"
  [4]=>
  string(7) "removed"
}
int(3)
int(3)
timer 3
timer 2
timer 1
bool(true)
bool(false)
NULL
after 1
timer_id 1, params A and B
timer_id 1, params A and B
bool(false)
array(3) {
  ["initialized"]=>
  bool(true)
  ["num"]=>
  int(0)
  ["round"]=>
  int(%d)
}
bool(true)
