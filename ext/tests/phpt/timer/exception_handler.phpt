--TEST--
Timer: the program's exception handler is told; exit() ends the program with its number
--FILE--
<?php
use Swoole\Timer;
set_exception_handler(function ($e) { echo 'handler: ', $e->getMessage(), "\n"; });
Timer::after(1, function () { throw new Exception('from a timer'); });
Timer::after(2, function () { echo "never\n"; });
Swoole\Event::wait();
echo "never\n";
?>
--EXPECT--
handler: from a timer
