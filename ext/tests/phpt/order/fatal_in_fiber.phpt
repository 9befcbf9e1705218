--TEST--
A fatal error in a coroutine that a native Fiber of the main code started ends the program
--ENV--
USE_ZEND_ALLOC=1
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
register_shutdown_function(function () { echo "shutdown\n"; });
$fiber = new Fiber(function () {
    go(function () { Co::sleep(0.001); echo "not reached\n"; });
    Fiber::suspend();
    go(function () { @trigger_error('fatal', E_USER_ERROR); });
    echo "not reached\n";
});
$fiber->start();
$fiber->resume();
echo "not reached\n";
?>
--EXPECTF--
Fatal error: fatal in %s on line %d
shutdown
