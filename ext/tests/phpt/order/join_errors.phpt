--TEST--
join(): timeout, nobody, oneself, cancelled; ended ones do not count
--FILE--
<?php
Co\run(function () {
    $waits = go(function () { Co::yield(); });
    var_dump(Co::join([$waits], 0.001), swoole_last_error() === SWOOLE_ERROR_CO_TIMEDOUT);
    var_dump(Co::join([98, 99]), swoole_last_error() === SWOOLE_ERROR_INVALID_PARAMS);
    var_dump(Co::join([Co::getCid()]), swoole_last_error() === SWOOLE_ERROR_WRONG_OPERATION);
    $joins = go(function () use ($waits) { var_dump(Co::join([$waits]), swoole_last_error() === SWOOLE_ERROR_CO_CANCELED); });
    Co::cancel($joins);
    go(function () use ($waits) { var_dump(Co::join([$waits, 99])); });
    go(function () use ($waits) { var_dump(Co::join([$waits, $waits])); });
    Co::resume($waits);
});
?>
--EXPECT--
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
