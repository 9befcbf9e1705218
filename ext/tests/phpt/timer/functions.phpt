--TEST--
Timer: the functions
--FILE--
<?php
$id = swoole_timer_tick(1, function ($id, $name) {
    echo "$name\n";
    var_dump(swoole_timer_clear($id), swoole_timer_exists($id), swoole_timer_info($id)['removed']);
}, 'tick');
swoole_timer_after(1, function ($name) { echo "$name\n"; }, 'after');
var_dump(swoole_timer_exists($id), swoole_timer_info($id)['interval'], swoole_timer_stats()['num'], iterator_to_array(swoole_timer_list()));
swoole_timer_set([]);
swoole_event_wait();
swoole_timer_after(1000000, function () { echo "never\n"; });
var_dump(swoole_timer_clear_all(), swoole_timer_stats()['num']);
var_dump((new ReflectionClass('swoole_timer'))->getName(), (new ReflectionClass('swoole_timer_iterator'))->getName());
?>
--EXPECT--
bool(true)
int(1)
int(2)
array(2) {
  [0]=>
  int(2)
  [1]=>
  int(1)
}
tick
bool(true)
bool(false)
bool(true)
after
bool(true)
int(0)
string(12) "Swoole\Timer"
string(21) "Swoole\Timer\Iterator"
