--TEST--
exit() ends the program, also with a coroutine that catches everything and goes on
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
