--TEST--
Coroutine\Lock between processes: a process that dies loses it, a coroutine that ends gives it back, a forked child has nothing
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use Swoole\Coroutine\Lock;
include __DIR__ . '/../lock/child.inc';

$lock = new Lock(true);
$killed = new Child(fn ($child) => Co\run(function () use ($child, $lock) {
    $lock->lock();
    $child->tell('has it');
    $child->pause();
}));
Co\run(function () use ($lock, $killed) {
    $killed->hear();
    go(function () use ($lock) {
        $told = [$lock->lock(), $lock->errCode === EOWNERDEAD, swoole_last_error() === EOWNERDEAD, $lock->unlock()];
        echo 'after a death: ', json_encode($told), "\n";
    });
    $killed->kill();
    go(function () use ($lock) {
        $told = [$lock->lock(), $lock->errCode, $lock->unlock()];
        echo 'and then: ', json_encode($told), "\n";
    });
});

$forgetful = new Child(fn ($child) => Co\run(function () use ($child, $lock) {
    go(fn () => $lock->lock());
    $child->tell('still runs');
    Co::sleep(1000);
}));
Co\run(function () use ($lock, $forgetful) {
    echo $forgetful->hear(), "\n";
    var_dump($lock->lock());

    // A child has neither the lock nor the coroutine that has it.
    $child = new Child(function ($child) use ($lock) {
        $child->tell(json_encode([$lock->unlock(), $lock->errCode]));
        Co\run(fn () => $child->tell(json_encode([$lock->trylock(), $lock->errCode, $lock->unlock()])));
        Co\run(fn () => $child->tell(json_encode([$lock->lock(), $lock->unlock()])));
    });
    echo $child->hear(), "\n", $child->hear(), "\n";
    var_dump($lock->unlock());
    echo $child->hear(), "\n";
    $child->reap();
    $forgetful->kill();
});

// A lock of one process only: the child has one of its own, which is free.
Co\run(function () {
    $own = new Lock;
    $own->lock();
    $child = new Child(fn ($child) => Co\run(fn () => $child->tell(json_encode([$own->trylock(), $own->unlock()]))));
    echo $child->hear(), "\n";
    $child->reap();
    $own->unlock();
});
?>
--EXPECT--
after a death: [true,true,true,true]
and then: [true,0,true]
still runs
bool(true)
[false,10001]
[false,16,false]
bool(true)
[true,true]
[true,true]
