--TEST--
Event::dispatch(): the first turn leaves timers to the next one; then each turn waits for one
--FILE--
<?php
$timer = Swoole\Timer::tick(700, function () { echo "tick\n"; });
for ($i = 0; $i < 3; ++$i) {
    echo "turn\n";
    Swoole\Event::dispatch();
}
Swoole\Timer::clear($timer);
?>
--EXPECT--
turn
turn
tick
turn
tick
