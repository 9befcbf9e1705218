--TEST--
A coroutine that resumed another waits for nothing and cannot be cancelled
--FILE--
<?php
Co\run(function () {
    $main = Co::getCid();
    $a = go(function () use ($main) { Co::yield(); var_dump(Co::cancel($main), swoole_last_error() === SWOOLE_ERROR_CO_CANNOT_CANCEL); Co::yield(); echo "a ends\n"; });
    Co::resume($a);
    Co::resume($a);
});
?>
--EXPECT--
bool(false)
bool(true)
a ends
