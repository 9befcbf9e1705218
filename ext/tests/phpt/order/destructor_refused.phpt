--TEST--
Suspending in a destructor is refused, unless what it starts does it
--SKIPIF--
<?php
if (PHP_VERSION_ID >= 80400) die('skip destructors may wait since PHP 8.4');
?>
--FILE--
<?php
function attempt(callable $wait) {
    try { $wait(); echo "waited\n"; } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
class Waits {
    function __destruct() {
        go(function () { Co::sleep(0.001); echo "started there\n"; });
        attempt(fn () => Co::sleep(0.001));
        attempt(fn () => Co::yield());
        attempt(fn () => (new Co\WaitGroup(1))->wait());
    }
}
Co\run(function () { $waits = new Waits; unset($waits); echo "unset\n"; });
?>
--EXPECT--
Error: Cannot switch coroutines in the current execution context
Error: Cannot switch coroutines in the current execution context
Error: Cannot switch coroutines in the current execution context
unset
started there
