--TEST--
Timer: 100,000 timers made and cleared leave no memory behind, and fire in order
--FILE--
<?php
use Swoole\Timer;
$callback = function () { echo "never\n"; };
function make(Closure $callback): void {
    $first = Timer::after(1000000, $callback, 'a');
    for ($i = 1; $i < 100000; $i++) $i % 2 ? Timer::tick(1000000 + $i, $callback, [$i]) : Timer::after(1000000 + $i, $callback);
    if (Timer::stats()['num'] !== 100000) echo "some are missing\n";
    for ($i = 0; $i < 100000; $i += 3) if (!Timer::clear($first + $i)) echo "$i is missing\n";
    Timer::clearAll();
}
make($callback);
gc_collect_cycles();
$before = memory_get_usage();
make($callback);
$after = memory_get_usage();
var_dump($after - $before < 1000, Timer::stats()['num'], iterator_to_array(Timer::list()));
for ($i = 0; $i < 10000; $i++) Timer::after(3, function (int $i) use (&$fired) { $fired[] = $i; }, $i);
Swoole\Event::wait();
var_dump($fired === range(0, 9999));
?>
--EXPECT--
bool(true)
int(0)
array(0) {
}
bool(true)
