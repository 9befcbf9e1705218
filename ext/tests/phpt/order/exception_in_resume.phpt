--TEST--
An uncaught exception ends the program; whoever resumed is unwound, too
--FILE--
<?php
Co\run(function () {
    $waits = go(function () { try { Co::yield(); } finally { echo "unwound 2\n"; } });
    $fails = go(function () { Co::yield(); throw new RuntimeException('failed'); });
    try { Co::resume($fails); echo "not reached\n"; } finally { echo "unwound 1\n"; }
});
echo "not reached\n";
?>
--EXPECTF--
Fatal error: Uncaught RuntimeException: failed in %s:4
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line 4
unwound 1
unwound 2
