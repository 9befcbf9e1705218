--TEST--
exit() in the main code: coroutines still run to their end
--FILE--
<?php
go(function () { Co::sleep(0.001); echo "coroutine ends\n"; });
exit("main exits\n");
?>
--EXPECT--
main exits
coroutine ends
