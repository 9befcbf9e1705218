--TEST--
Lock: a holder that takes its lock again with a timeout waits for it, and gets ETIMEDOUT without a warning
--FILE--
<?php
require __DIR__ . '/child.inc';
set_error_handler(function ($level, $text) { echo "warning: $text\n"; return true; });

function fails_late(Closure $take, Swoole\Lock $lock): bool
{
    $start = hrtime(true);
    return $take() === false && $lock->errCode === ETIMEDOUT && hrtime(true) - $start >= 20_000_000;
}

foreach (array_diff_key(KINDS, ['SEM' => 0]) as $name => $kind) {
    $lock = make_lock($kind);
    $lock->lock();
    echo $name, ' ', json_encode([fails_late(fn() => $lock->lock(LOCK_EX, 0.02), $lock), fails_late(fn() => $lock->lockwait(0.02), $lock), $lock->unlock()]), "\n";
}

$lock = new Swoole\Lock(SWOOLE_RWLOCK);
$lock->lock_read();
echo 'reader ', json_encode([fails_late(fn() => $lock->lock(LOCK_EX, 0.02), $lock), $lock->lock_read(), $lock->unlock(), $lock->unlock()]), "\n";

Co\run(function () use ($lock) {
    $lock->lock();
    echo 'coroutine ', json_encode([fails_late(fn() => $lock->lock(LOCK_EX, 0.02), $lock), fails_late(fn() => $lock->lock(LOCK_SH, 0.02), $lock)]), "\n";
    go(function () use ($lock) {
        Co::sleep(0.01);
        $lock->unlock();
    });
    echo 'another unlocks ', json_encode([$lock->lock(LOCK_EX, 5), $lock->unlock(), $lock->unlock()]), "\n";
});
?>
--EXPECT--
RWLOCK [true,true,true]
FILELOCK [true,true,true]
MUTEX [true,true,true]
SPINLOCK [true,true,true]
reader [true,true,true,true]
coroutine [true,true]
another unlocks [true,true,false]
