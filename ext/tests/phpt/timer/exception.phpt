--TEST--
Timer: an uncaught exception ends the program: nothing fires after it, finally blocks run
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Timer;
class Holder { public function __destruct() { echo "freed\n"; } }
go(function () {
    try {
        Co::sleep(1000);
    } finally {
        echo "finally\n";
    }
});
Timer::tick(1, function (int $id) { throw new Exception('from a timer'); });
Timer::after(1, function () { echo "never\n"; }, new Holder);
Timer::after(1000, function () { echo "never\n"; });
usleep(5000);
register_shutdown_function(function () { echo "shut down, ", Timer::stats()['num'], " timers\n"; });
echo "main ends\n";
?>
--EXPECTF--
main ends

Fatal error: Uncaught Exception: from a timer in %s:%d
Stack trace:
#0 [internal function]: {closure%S}(1)
#1 {main}
  thrown in %s on line %d
freed
finally
shut down, 0 timers
