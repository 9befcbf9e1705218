--TEST--
Lock: of a process that was killed the next one takes it over and learns so, waited for or not
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
include 'child.inc';
foreach (KINDS as $name => $kind) {
    $lock = make_lock($kind);
    $holder = fn ($method) => new Child(function ($child) use ($lock, $method) {
        $lock->$method();
        $child->tell('has it');
        $child->pause();
    });
    $told = [];

    // Not reaped: a process that nobody has waited for is dead, too.
    $child = $holder('lock');
    $child->hear();
    posix_kill($child->pid, SIGKILL);
    $told[] = $lock->lock();
    $told[] = $lock->errCode === ($kind === SWOOLE_FILELOCK ? 0 : EOWNERDEAD);
    $child->reap();
    $told[] = $lock->unlock();
    $told[] = $lock->lock() && $lock->errCode === 0 && $lock->unlock();

    // While somebody waits.
    $child = $holder('lock');
    $child->hear();
    $waiter = new Child(function ($waiter) use ($lock) {
        $waiter->tell('waits');
        $waiter->tell(json_encode($lock->lock()));
        $lock->unlock();
    });
    $waiter->hear();
    $child->kill();
    $told[] = $waiter->hear();
    $waiter->reap();

    // Readers, of whom one lives on.
    $dies = $holder('lock_read');
    $dies->hear();
    $dies->kill();
    $told[] = $lock->trylock() && $lock->unlock();
    echo "$name ", json_encode($told), "\n";
}
?>
--EXPECT--
RWLOCK [true,true,true,true,"true",true]
FILELOCK [true,true,true,true,"true",true]
MUTEX [true,true,true,true,"true",true]
SEM [true,true,true,true,"true",true]
SPINLOCK [true,true,true,true,"true",true]
