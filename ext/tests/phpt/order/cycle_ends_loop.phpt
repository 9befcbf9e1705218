--TEST--
Event::cycle() before a turn may take away what the loop would wait for
--FILE--
<?php
$timer = Swoole\Timer::after(1_000_000, function () {});
Swoole\Event::cycle(function () use ($timer) { Swoole\Timer::clear($timer); echo "cleared\n"; }, true);
Swoole\Event::wait();
Swoole\Timer::after(1_000_000, function () {});
Swoole\Event::cycle(function () { Swoole\Event::exit(); echo "exit\n"; }, true);
Swoole\Event::wait();
Swoole\Event::exit();
Co\run(function () { Co::sleep(0.001); echo "an exit() outside of the loop does not last\n"; });
?>
--EXPECT--
cleared
exit
an exit() outside of the loop does not last
