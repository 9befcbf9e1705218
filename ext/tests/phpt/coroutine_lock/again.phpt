--TEST--
Coroutine\Lock: a coroutine that has it gets it again, and unlocks as often
--FILE--
<?php
use Swoole\Coroutine\Lock;
Co\run(function () {
    $lock = new Lock;
    var_dump($lock->lock(), $lock->lock(), $lock->lock(LOCK_SH), $lock->lock(LOCK_EX | LOCK_NB));
    go(function () use ($lock) { $lock->lock(LOCK_SH); echo "next\n"; $lock->unlock(); });
    for ($i = 1; $i <= 5; ++$i) {
        echo "unlock $i\n";
        var_dump($lock->unlock());
    }
    var_dump($lock->errCode === swoole_last_error(), swoole_strerror(swoole_last_error()));

    echo "shared\n";
    var_dump($lock->lock(LOCK_SH), $lock->lock(LOCK_SH));
    go(function () use ($lock) { $lock->lock(); echo "writer\n"; $lock->unlock(); });
    var_dump($lock->lock(LOCK_SH));
    var_dump($lock->lock(LOCK_EX), swoole_strerror($lock->errCode));
    for ($i = 1; $i <= 3; ++$i) { echo "unlock $i\n"; $lock->unlock(); }
    $other = new Lock;
    $other->lock();
    $lock->lock();
    var_dump($other->unlock(), $lock->unlock(), $other->unlock());
});
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
unlock 1
bool(true)
unlock 2
bool(true)
unlock 3
bool(true)
unlock 4
bool(true)
unlock 5
bool(false)
bool(true)
string(23) "Operation not permitted"
shared
next
bool(true)
bool(true)
bool(true)
bool(false)
string(25) "Resource deadlock avoided"
unlock 1
unlock 2
unlock 3
writer
bool(true)
bool(true)
bool(false)
