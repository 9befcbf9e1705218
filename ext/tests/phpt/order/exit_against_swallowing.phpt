--TEST--
exit() ends the program, also with a coroutine that catches everything and goes on
--ENV--
USE_ZEND_ALLOC=1
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
Co\run(function () {
    go(function () { while (true) { try { Co::sleep(0.001); } catch (Throwable) {} } });
    Co::sleep(0.003);
    exit("ends\n");
});
?>
--EXPECT--
ends
