--TEST--
cancel() with an exception: finally blocks, destructors, and catching it
--FILE--
<?php
class Loud { function __destruct() { echo "destructor\n"; } }
Co\run(function () {
    $quiet = go(function () { $loud = new Loud; try { Co::yield(); echo "not reached\n"; } finally { echo "finally\n"; } });
    Co::cancel($quiet, true);
    echo "--\n";
    $catches = go(function () { try { Co::sleep(10); } catch (Swoole\Coroutine\CanceledException $e) { echo get_class($e), ' ', $e->getCode() === SWOOLE_ERROR_CO_CANCELED ? 'code' : '', "\n"; } Co::yield(); echo "resumed\n"; });
    Co::cancel($catches, true);
    Co::resume($catches);
});
echo "after\n";
?>
--EXPECT--
finally
destructor
--
Swoole\Coroutine\CanceledException code
resumed
after
