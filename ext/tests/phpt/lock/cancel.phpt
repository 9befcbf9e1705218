--TEST--
Lock: timeouts and cancellation end a wait with false and the reason; the next one in line waits on
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
include 'child.inc';
foreach (KINDS as $name => $kind) {
    echo "$name\n";
    $lock = make_lock($kind);
    $gate = new Swoole\Atomic;
    $child = new Child(function ($child) use ($lock, $gate) {
        $lock->lock();
        $child->tell('has it');
        $gate->wait(-1);
        $lock->unlock();
    });
    $child->hear();
    var_dump($lock->lock(LOCK_EX, 0.001), $lock->errCode === ETIMEDOUT);
    Co\run(function () use ($lock, $gate) {
        $timed = go(function () use ($lock) { var_dump($lock->lock(LOCK_EX, 0.001), $lock->errCode === ETIMEDOUT); });
        $canceled = go(function () use ($lock) {
            var_dump($lock->lock(), $lock->errCode === SWOOLE_ERROR_CO_CANCELED, swoole_last_error() === $lock->errCode);
        });
        $thrown = go(function () use ($lock) {
            try { $lock->lock(); } catch (Swoole\Coroutine\CanceledException) { echo "thrown\n"; }
        });
        $last = go(function () use ($lock) { var_dump($lock->lock(), $lock->errCode, $lock->unlock()); });
        Co::join([$timed]);
        Co::cancel($canceled);
        Co::cancel($thrown, true);
        $gate->wakeup();
        Co::join([$last]);
    });
    $child->reap();
    var_dump($lock->trylock());
}
?>
--EXPECT--
RWLOCK
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
thrown
bool(true)
int(0)
bool(true)
bool(true)
FILELOCK
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
thrown
bool(true)
int(0)
bool(true)
bool(true)
MUTEX
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
thrown
bool(true)
int(0)
bool(true)
bool(true)
SEM
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
thrown
bool(true)
int(0)
bool(true)
bool(true)
SPINLOCK
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
thrown
bool(true)
int(0)
bool(true)
bool(true)
