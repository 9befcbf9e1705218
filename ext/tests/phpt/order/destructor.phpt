--TEST--
Suspending in a destructor is refused, unless what it starts does it
--FILE--
<?php
class Waits { function __destruct() { go(function () { Co::sleep(0.001); echo "started there\n"; }); try { Co::sleep(0.001); echo "slept\n"; } catch (Error $e) { echo "refused\n"; } } }
Co\run(function () { $waits = new Waits; unset($waits); echo "unset\n"; });
?>
--EXPECT--
refused
unset
started there
