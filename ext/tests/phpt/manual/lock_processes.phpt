--TEST--
Manual: Lock: one process at a time
--FILE--
<?php
use Swoole\Atomic;
use Swoole\Lock;
use Swoole\Process;

$lock = new Lock(Lock::MUTEX);
$tried = new Atomic;
echo "[Master] lock\n";
$lock->lock();
$process = new Process(function () use ($lock, $tried) {
    var_dump($lock->lock(LOCK_EX | LOCK_NB), $lock->lock(LOCK_EX, 0.001));
    $tried->wakeup();
    var_dump($lock->lock());
    echo "[Child] has it\n";
    var_dump($lock->unlock());
});
$process->start();
$tried->wait(30);
echo "[Master] release\n";
var_dump($lock->unlock());
Process::wait();
foreach ([SWOOLE_RWLOCK, SWOOLE_SPINLOCK, SWOOLE_MUTEX] as $kind) {
    $lock = new Lock($kind);
    var_dump($lock->lock(LOCK_SH), $lock->unlock());
}
?>
--EXPECTF--
[Master] lock
bool(false)
bool(false)
[Master] release
%A[Child] has it
bool(true)%A
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
