--TEST--
Timer: a tick whose callback still waits is called again, in another coroutine
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Timer;
$waiting = [];
Timer::tick(1, function (int $id) use (&$waiting) {
    $waiting[] = Co::getCid();
    if (count($waiting) < 3) {
        $call = count($waiting);
        $resumed = Co::yield();
        return print "call $call waited " . json_encode($resumed) . "\n";
    }
    Timer::clear($id);
    echo count(array_unique($waiting)), " coroutines\n";
    Co::resume($waiting[1]);
    Co::cancel($waiting[0]);
});
?>
--EXPECT--
3 coroutines
call 2 waited true
call 1 waited false
