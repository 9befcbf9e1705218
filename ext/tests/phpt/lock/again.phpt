--TEST--
Lock: who has it and would wait for itself is told so; a shared one is had again; another coroutine may unlock
--FILE--
<?php
use Swoole\Lock;
const EDEADLK = 35;
set_error_handler(function ($level, $text) { echo "warning: $text\n"; return true; });
$lock = new Lock(Lock::RWLOCK);
echo "outside\n";
var_dump($lock->lock(), $lock->lock(), $lock->errCode === EDEADLK, $lock->lock_read(), $lock->trylock(), $lock->lockwait(0.01));
var_dump($lock->unlock(), $lock->lock_read(), $lock->lock_read(), $lock->lock(), $lock->unlock(), $lock->unlock(), $lock->unlock());
Co\run(function () use ($lock) {
    echo "in a coroutine\n";
    var_dump($lock->lock(), $lock->lock(), $lock->errCode === EDEADLK, $lock->trylock_read());
    go(function () use ($lock) { var_dump($lock->trylock(), $lock->unlock(), $lock->unlock()); });
    var_dump($lock->unlock());
    echo "shared\n";
    $lock->lock_read();
    go(function () use ($lock) { $lock->lock(); echo "writer\n"; $lock->unlock(); });
    var_dump($lock->lock_read(), $lock->trylock());
    go(function () use ($lock) { var_dump($lock->trylock_read(), $lock->unlock()); });
    $lock->unlock();
    $lock->unlock();
    echo "a semaphore has no owner\n";
    $sem = new Lock(Lock::SEM);
    var_dump($sem->lock(), $sem->lockwait(0.001), $sem->errCode);
    go(function () use ($sem) { var_dump($sem->lock()); });
    var_dump($sem->unlock(), $sem->unlock(), $sem->unlock());
});
?>
--EXPECT--
outside
warning: Swoole\Lock::lock(): would wait for itself: this process has the lock already
warning: Swoole\Lock::lock_read(): would wait for itself: this process has the lock already
bool(true)
bool(false)
bool(true)
bool(false)
bool(false)
bool(false)
warning: Swoole\Lock::lock(): would wait for itself: this process has the lock already
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
in a coroutine
warning: Swoole\Lock::lock(): would wait for itself: this coroutine has the lock already
bool(true)
bool(false)
bool(true)
bool(false)
bool(false)
bool(true)
bool(false)
bool(false)
shared
bool(true)
bool(false)
bool(false)
bool(false)
writer
a semaphore has no owner
bool(true)
bool(false)
int(110)
bool(true)
bool(true)
bool(true)
bool(false)
