--TEST--
defer() runs after an exception, which is reported first
--FILE--
<?php
register_shutdown_function(function () { echo "shutdown\n"; });
Co\run(function () {
    defer(function () { echo "deferred\n"; });
    throw new Exception('thrown');
});
echo "not reached\n";
?>
--EXPECTF--
Fatal error: Uncaught Exception: thrown in %s:5
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line 5
deferred
shutdown
