--TEST--
setTimeLimit() ends a wait with a TimeoutException, and later waits; it can be lifted
--FILE--
<?php
use Swoole\Coroutine\TimeoutException;
Co\run(function () {
    go(function () { Co::setTimeLimit(0.001); try { Co::sleep(1000); } catch (TimeoutException $e) { echo "over\n"; } });
    go(function () { Co::setTimeLimit(1000); Co::setTimeLimit(0); Co::sleep(0.002); echo "lifted\n"; });
    go(function () { Co::setTimeLimit(0.003); try { Co::yield(); } finally { echo "finally\n"; } });
    try { Co::setTimeLimit(1e10); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
});
echo "after\n";
?>
--EXPECTF--
Swoole\Coroutine::setTimeLimit(): Argument #1 ($timeout) must be at most 1.0e+9, 1.0e+10 given
over
lifted
finally

Fatal error: Uncaught Swoole\Coroutine\TimeoutException: The time limit is over in %s:6
Stack trace:
#0 %s(6): Swoole\Coroutine::yield()
#1 [internal function]: {closure%S}()
#2 {main}
  thrown in %s on line 6
