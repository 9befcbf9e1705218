--TEST--
Thread\Lock, Barrier and Atomic: between processes and in coroutines
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use Swoole\Thread\{Atomic, Barrier, Lock, Map};

$map = new Map(['lock' => new Lock, 'barrier' => new Barrier(3), 'number' => new Atomic(3), 'long' => new Atomic\Long(PHP_INT_MAX)]);
foreach ($map->toArray() as $key => $object) echo $key, ' ', get_class($object), "\n";
var_dump($map['number']->add(), $map['number']->get(), $map['long']->get() === PHP_INT_MAX, $map['long']->sub(), $map['number']->cmpset(4, 1), $map['number']->wait(), $map['number']->get());

function child(callable $work): int
{
    $pid = pcntl_fork();
    if ($pid !== 0) return $pid;
    $work();
    exit(0);
}

echo "lock\n";
$lock = new Lock;
$done = new Atomic;
var_dump($lock->lock(), $lock->lock(LOCK_EX | LOCK_NB), posix_strerror($lock->errCode));
$pid = child(function () use ($lock, $map) {
    $map['order'] = 'child';
    $lock->unlock();
});
var_dump($lock->lock(), $map['order']);
pcntl_waitpid($pid, $status);
$pid = child(function () use ($lock, $done) {
    $lock->lock();
    posix_kill(posix_getpid(), SIGKILL);
});
$lock->unlock();
pcntl_waitpid($pid, $status);
var_dump($lock->lock(LOCK_EX, 5), $lock->unlock());
$shared = new Lock(Lock::RWLOCK);
var_dump($shared->lock(LOCK_SH), $shared->lock(LOCK_SH), $shared->lock(LOCK_EX | LOCK_NB), $shared->unlock(), $shared->unlock(), $shared->unlock());
var_dump((new Lock(99))->lock(), (new Lock(Lock::SPINLOCK))->lock());

echo "barrier\n";
$barrier = $map['barrier'];
$pids = [child(fn() => $barrier->wait()), child(fn() => $barrier->wait())];
$barrier->wait();
foreach ($pids as $pid) pcntl_waitpid($pid, $status);
echo "met\n";
$killed = child(function () use ($barrier, $done) {
    $done->wakeup();
    $barrier->wait();
});
$done->wait(-1);
posix_kill($killed, SIGKILL);
pcntl_waitpid($killed, $status);
$pids = [child(fn() => $barrier->wait()), child(fn() => $barrier->wait())];
$barrier->wait();
foreach ($pids as $pid) pcntl_waitpid($pid, $status);
echo "met\n";
Co\run(function () use ($barrier) {
    for ($i = 0; $i < 6; ++$i) go(function () use ($barrier, $i) {
        $barrier->wait();
        echo "coroutine\n";
    });
});
?>
--EXPECT--
lock Swoole\Thread\Lock
barrier Swoole\Thread\Barrier
number Swoole\Thread\Atomic
long Swoole\Thread\Atomic\Long
int(4)
int(4)
bool(true)
int(9223372036854775806)
bool(true)
bool(true)
int(0)
lock
bool(true)
bool(false)
string(23) "Device or resource busy"
bool(true)
string(5) "child"
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
barrier
met
met
coroutine
coroutine
coroutine
coroutine
coroutine
coroutine
