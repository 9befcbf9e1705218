--TEST--
Lock: code outside of coroutines does not block for a lock that a coroutine of its process has; it may unlock it
--INI--
swoole.enable_coroutine=0
--FILE--
<?php
set_error_handler(function ($level, $text) { echo "warning: $text\n"; return true; });
$lock = new Swoole\Lock(SWOOLE_RWLOCK);
Co\run(function () use ($lock) {
    $self = Co::getCid();
    $lock->lock();
    Swoole\Timer::after(1, function () use ($lock, $self) {
        echo Co::getCid(), "\n";
        var_dump($lock->lock(), $lock->trylock(), $lock->lock_read(), $lock->unlock(), $lock->lock());
        Co::resume($self);
    });
    Co::yield();
    var_dump($lock->trylock(), $lock->unlock(), $lock->lock_read());
    Swoole\Timer::after(1, function () use ($lock, $self) {
        var_dump($lock->lock(), $lock->lock_read(), $lock->unlock(), $lock->unlock());
        Co::resume($self);
    });
    Co::yield();
    var_dump($lock->unlock());
});
?>
--EXPECT--
-1
warning: Swoole\Lock::lock(): would wait for itself: this process has the lock already
warning: Swoole\Lock::lock_read(): would wait for itself: this process has the lock already
bool(false)
bool(false)
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
warning: Swoole\Lock::lock(): would wait for itself: this process has the lock already
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
