--TEST--
Lock: readers of a process go on when a writer before them in line gives up
--EXTENSIONS--
pcntl
posix
--INI--
swoole.enable_coroutine=0
--FILE--
<?php
include 'child.inc';
$lock = make_lock(SWOOLE_RWLOCK);
$gate = new Swoole\Atomic;
$child = new Child(function ($child) use ($lock, $gate) {
    $lock->lock_read();
    $child->tell('reads');
    $gate->wait(-1);
});
$child->hear();
Co\run(function () use ($lock) {
    $writer = go(function () use ($lock) { var_dump($lock->lock()); });
    go(function () use ($lock) { var_dump($lock->lock(LOCK_SH), $lock->unlock()); });
    go(function () use ($lock) { var_dump($lock->lock(LOCK_SH, 10), $lock->unlock()); });
    Co::cancel($writer);
    echo "outside\n";
    $writer = go(function () use ($lock) { var_dump($lock->lock()); });
    Swoole\Timer::after(1, function () use ($lock, $writer) {
        var_dump($lock->lock(LOCK_SH), $lock->unlock());
        Co::cancel($writer);
    });
    Co::join([$writer]);
});
$gate->wakeup();
$child->reap();
?>
--EXPECT--
bool(false)
outside
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
