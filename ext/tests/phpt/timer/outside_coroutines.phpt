--TEST--
Timer: without swoole.enable_coroutine callbacks run outside of coroutines
--INI--
swoole.enable_coroutine=0
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Timer;
Timer::after(1, function ($a) { var_dump($a, Co::getCid()); ob_start(); echo "buffered\n"; }, 'a');
Timer::tick(1, function (int $id, $b) {
    var_dump(Co::getCid(), $b);
    Timer::clear($id);
    try {
        Co::sleep(1);
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}, 'b');
Timer::after(3, function () { throw new Exception('outside'); });
Timer::after(5, function () { echo "never\n"; });
?>
--EXPECTF--
string(1) "a"
int(-1)
buffered
int(-1)
string(1) "b"
API must be called in the coroutine

Fatal error: Uncaught Exception: outside in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 [internal function]: Swoole\Event::rshutdown()
#2 {main}
  thrown in %s on line %d
