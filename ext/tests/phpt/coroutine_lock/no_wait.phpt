--TEST--
Coroutine\Lock: LOCK_NB does not wait; timeouts and cancel() end a wait
--FILE--
<?php
use Swoole\Coroutine\Lock;
Co\run(function () {
    $lock = new Lock;
    $lock->lock();
    go(function () use ($lock) {
        var_dump($lock->lock(LOCK_EX | LOCK_NB), swoole_strerror($lock->errCode), $lock->errCode === swoole_last_error());
        var_dump($lock->lock(LOCK_SH | LOCK_NB));
        var_dump($lock->lock(LOCK_EX, 0.001), $lock->errCode === SWOOLE_ERROR_CO_TIMEDOUT);
        var_dump($lock->unlock());
        echo "end\n";
    });
    $one = go(function () use ($lock) { var_dump($lock->lock(), $lock->errCode === SWOOLE_ERROR_CO_CANCELED); });
    Co::cancel($one);
    $one = go(function () use ($lock) {
        try { $lock->lock(LOCK_EX, 10); } catch (Exception $e) { echo get_class($e) . "\n"; }
        var_dump($lock->unlock());
    });
    Co::cancel($one, true);
    Co::sleep(0.01);
    $lock->unlock();
    var_dump($lock->lock(LOCK_SH | LOCK_NB));
    go(function () use ($lock) { var_dump($lock->lock(LOCK_SH | LOCK_NB), $lock->lock(LOCK_NB | LOCK_EX), $lock->unlock()); });
    $lock->unlock();
});
?>
--EXPECT--
bool(false)
string(23) "Device or resource busy"
bool(true)
bool(false)
bool(false)
bool(true)
Swoole\Coroutine\CanceledException
bool(false)
bool(false)
bool(true)
bool(false)
end
bool(true)
bool(true)
bool(false)
bool(true)
