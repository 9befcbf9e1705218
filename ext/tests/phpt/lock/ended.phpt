--TEST--
Lock: a coroutine that ends gives it back, silently; so does an object that goes, and destroy()
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
include 'child.inc';
set_error_handler(function ($level, $text) { echo "warning: $text\n"; return true; });
Co\run(function () {
    $lock = new Swoole\Lock;
    go(function () use ($lock) { $lock->lock(); });
    var_dump($lock->trylock());
    go(function () use ($lock) { $lock->lock(); echo "next\n"; $lock->unlock(); });
    go(function () use ($lock) { Co::sleep(0.001); var_dump($lock->destroy(), $lock->errCode === EBUSY); });
    Co::sleep(0.005);
    $lock->unlock();
    $shared = new Swoole\Lock(SWOOLE_RWLOCK);
    go(function () use ($shared) { $shared->lock_read(); $shared->lock_read(); });
    var_dump($shared->trylock(), $shared->unlock());
});
echo "an object goes\n";
$lock = new Swoole\Lock;
$child = new Child(function ($child) use ($lock) {
    $other = $lock;
    $child->tell(json_encode($lock->lock()));
    $child->tell(json_encode($lock->errCode));
    $lock->unlock();
});
$child->hear();
$child->hear();
$child->reap();
$child = new Child(function ($child) use ($lock) {
    $lock->lock();
    $child->tell('has it');
    var_dump($lock->destroy());
    $child->tell('destroyed');
    $child->pause();
});
$child->hear();
$child->hear();
var_dump($lock->trylock(), $lock->errCode, $lock->unlock());
$child->kill();
echo "a child has not what its parent has\n";
$lock->lock();
Co\run(function () {
    $lock = new Swoole\Lock;
    $lock->lock();
    $child = new Child(function ($child) use ($lock) {
        $child->tell(json_encode([$lock->unlock(), $lock->errCode === EPERM, $lock->trylock()]));
    });
    echo $child->hear(), "\n";
    $child->reap();
    $pid = pcntl_fork();
    if ($pid === 0) return;
    pcntl_waitpid($pid, $status);
    var_dump($lock->unlock());
});
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
next
bool(true)
bool(true)
an object goes
bool(true)
bool(true)
int(0)
bool(true)
a child has not what its parent has
[false,true,false]
bool(true)
