--TEST--
Coroutine\Lock between processes: LOCK_SH is shared, LOCK_NB and trylock() do not wait, timeouts and cancel() end a wait
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use Swoole\Coroutine\Lock;
include __DIR__ . '/../lock/child.inc';

/** A process that has the lock until it is told. */
function holder(Lock $lock, int $operation): Child
{
    $gate = new Swoole\Atomic;
    $child = new Child(fn ($child) => Co\run(function () use ($child, $lock, $operation, $gate) {
        $lock->lock($operation);
        $child->tell('has it');
        $gate->wait(-1);
        $lock->unlock();
        $child->tell('had it');
    }));
    $child->gate = $gate;
    $child->hear();
    return $child;
}

$lock = new Lock(true);
Co\run(function () use ($lock) {
    $reader = holder($lock, LOCK_SH);
    echo "a reader: ", json_encode([$lock->lock(LOCK_SH), $lock->unlock(), $lock->lock(LOCK_EX | LOCK_NB), $lock->errCode, $lock->trylock()]), "\n";
    echo "late: ", json_encode([$lock->lock(LOCK_EX, 0.001), $lock->errCode === SWOOLE_ERROR_CO_TIMEDOUT]), "\n";
    // Who gave up keeps nobody out.
    $second = holder($lock, LOCK_SH);
    $writer = go(function () use ($lock) { echo "canceled: ", json_encode([$lock->lock(), $lock->errCode === SWOOLE_ERROR_CO_CANCELED, $lock->unlock()]), "\n"; });
    Co::cancel($writer);
    foreach ([$reader, $second] as $child) { $child->gate->wakeup(); $child->hear(); $child->reap(); }
    echo "free: ", json_encode([$lock->trylock(), $lock->errCode, $lock->unlock(), $lock->unlock(), $lock->errCode]), "\n";

    $writer = holder($lock, LOCK_EX);
    echo "a writer: ", json_encode([$lock->lock(LOCK_SH | LOCK_NB), $lock->errCode, $lock->lock(LOCK_NB), $lock->unlock()]), "\n";
    $done = new Co\Channel(3);
    foreach ([1, 2, 3] as $i) go(function () use ($lock, $done, $i) { $lock->lock(LOCK_SH); $done->push("reader $i"); $lock->unlock(); });
    $writer->gate->wakeup();
    echo $done->pop(), ', ', $done->pop(), ', ', $done->pop(), "\n";
    $writer->reap();
});
?>
--EXPECT--
a reader: [true,true,false,16,false]
late: [false,true]
canceled: [false,true,false]
free: [true,0,true,false,1]
a writer: [false,16,false,false]
reader 1, reader 2, reader 3
