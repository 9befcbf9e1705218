--TEST--
cancel() of a yield: the other one goes on at once
--FILE--
<?php
Co\run(function () {
    $other = go(function () { var_dump(Co::yield(), Co::isCanceled(), swoole_last_error() === SWOOLE_ERROR_CO_CANCELED); echo "other ends\n"; });
    var_dump(Co::cancel($other));
    var_dump(Co::exists($other), Co::isCanceled());
    var_dump(Co::cancel($other), swoole_last_error() === SWOOLE_ERROR_CO_NOT_EXISTS);
    var_dump(Co::cancel(Co::getCid()));
});
?>
--EXPECT--
bool(false)
bool(true)
bool(true)
other ends
bool(true)
bool(false)
bool(false)
bool(false)
bool(true)
bool(false)
