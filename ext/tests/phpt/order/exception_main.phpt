--TEST--
An uncaught exception in the main code: coroutines that wait are unwound
--FILE--
<?php
go(function () { try { Co::sleep(0.001); echo "not reached\n"; } finally { echo "unwound\n"; } });
throw new Exception('main fails');
?>
--EXPECTF--
Fatal error: Uncaught Exception: main fails in %s:3
Stack trace:
#0 {main}
  thrown in %s on line 3
unwound
