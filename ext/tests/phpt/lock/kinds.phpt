--TEST--
Lock: every kind, by the methods of 2018 and by those of 6.x, within one process and between two
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
include 'child.inc';
use Swoole\Lock;
var_dump([Lock::RWLOCK, Lock::FILELOCK, Lock::MUTEX, Lock::SEM, Lock::SPINLOCK] === array_values(KINDS));
var_dump((new swoole_lock)->trylock());
foreach (KINDS as $name => $kind) {
    echo "$name\n";
    $lock = make_lock($kind);
    echo json_encode([$lock->lock(), $lock->errCode, $lock->unlock(), $lock->lock(LOCK_EX | LOCK_NB), $lock->unlock(),
        $lock->trylock(), $lock->unlock(), $lock->lockwait(), $lock->unlock(), $lock->lock(LOCK_EX, 1), $lock->unlock()]), "\n";
    echo json_encode([$lock->lock_read(), $lock->unlock(), $lock->trylock_read(), $lock->unlock(),
        $lock->lock(LOCK_SH), $lock->unlock(), $lock->lock(LOCK_SH | LOCK_NB), $lock->unlock()]), "\n";
    echo json_encode([$lock->unlock(), $lock->errCode === EPERM, swoole_last_error() === $lock->errCode]), "\n";
    $lock->lock();
    $child = new Child(function ($child) use ($lock) {
        $child->tell(json_encode([$lock->trylock(), $lock->errCode === EBUSY, $lock->lockwait(0.001),
            $lock->errCode === ETIMEDOUT, $lock->lockwait(0), $lock->errCode === ETIMEDOUT,
            $lock->lock(LOCK_SH | LOCK_NB), $lock->trylock_read()]));
        $child->tell(json_encode([$lock->lock(), $lock->errCode, $lock->unlock()]));
    });
    echo $child->hear(), "\n";
    var_dump($lock->unlock());
    echo $child->hear(), "\n";
    $child->reap();
}
?>
--EXPECT--
bool(true)
bool(true)
RWLOCK
[true,0,true,true,true,true,true,true,true,true,true]
[true,true,true,true,true,true,true,true]
[false,true,true]
[false,true,false,true,false,true,false,false]
bool(true)
[true,0,true]
FILELOCK
[true,0,true,true,true,true,true,true,true,true,true]
[true,true,true,true,true,true,true,true]
[false,true,true]
[false,true,false,true,false,true,false,false]
bool(true)
[true,0,true]
MUTEX
[true,0,true,true,true,true,true,true,true,true,true]
[true,true,true,true,true,true,true,true]
[false,true,true]
[false,true,false,true,false,true,false,false]
bool(true)
[true,0,true]
SEM
[true,0,true,true,true,true,true,true,true,true,true]
[true,true,true,true,true,true,true,true]
[false,true,true]
[false,true,false,true,false,true,false,false]
bool(true)
[true,0,true]
SPINLOCK
[true,0,true,true,true,true,true,true,true,true,true]
[true,true,true,true,true,true,true,true]
[false,true,true]
[false,true,false,true,false,true,false,false]
bool(true)
[true,0,true]
