--TEST--
What cannot be resumed: nobody, oneself, one that runs, one that sleeps
--FILE--
<?php
set_error_handler(function ($code, $text) { echo "warning: $text\n"; return true; });
Co\run(function () {
    $outer = Co::getCid();
    var_dump(Co::resume(99), swoole_last_error() === SWOOLE_ERROR_CO_NOT_EXISTS);
    var_dump(Co::resume($outer));
    go(function () use ($outer) { var_dump(Co::resume($outer)); });
    $sleeps = go(function () { Co::sleep(0.001); echo "slept\n"; });
    var_dump(Co::resume($sleeps));
});
?>
--EXPECT--
warning: Swoole\Coroutine::resume(): coroutine 99 does not wait in yield()
bool(false)
bool(true)
warning: Swoole\Coroutine::resume(): coroutine 1 does not wait in yield()
bool(false)
warning: Swoole\Coroutine::resume(): coroutine 1 does not wait in yield()
bool(false)
warning: Swoole\Coroutine::resume(): coroutine 3 does not wait in yield()
bool(false)
slept
