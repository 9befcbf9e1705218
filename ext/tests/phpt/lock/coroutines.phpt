--TEST--
Lock: in a coroutine lock() suspends that one only; coroutines of one process and other processes take turns, and no increment is lost
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
include 'child.inc';
const TIMES = 50;
foreach (KINDS as $name => $kind) {
    $lock = make_lock($kind);
    $counter = new Swoole\Atomic\Long;
    $work = function () use ($lock, $counter) {
        for ($i = 0; $i < TIMES; ++$i) {
            $lock->lock() or exit('not locked');
            $seen = $counter->get();
            if (($i & 7) === 0) Co::sleep(0.001);
            $counter->set($seen + 1);
            $lock->unlock() or exit('not unlocked');
            if (($i & 3) === 0) Co::sleep(0.001);
        }
    };
    $children = [];
    for ($i = 0; $i < 3; ++$i) {
        $children[] = new Child(function ($child) use ($work) {
            $others = 0;
            Co\run(function () use ($work, &$others) {
                for ($i = 0; $i < 3; ++$i) go($work);
                go(function () use (&$others) { for ($i = 0; $i < 5; ++$i) { Co::sleep(0.001); ++$others; } });
            });
            $child->tell($others);
        });
    }
    $others = array_map(fn ($child) => $child->hear(), $children);
    foreach ($children as $child) $child->reap();
    echo "$name: ", $counter->get(), ' ', implode(' ', $others), "\n";
}
echo "handed over at once\n";
Co\run(function () {
    $lock = make_lock(SWOOLE_RWLOCK);
    $lock->lock();
    foreach ([LOCK_SH, LOCK_SH, LOCK_EX] as $i => $operation) {
        go(function () use ($lock, $i, $operation) { $lock->lock($operation); echo "$i has it\n"; $lock->unlock(); });
    }
    echo "unlock\n";
    $lock->unlock();
    echo "after\n";
});
?>
--EXPECT--
RWLOCK: 450 5 5 5
FILELOCK: 450 5 5 5
MUTEX: 450 5 5 5
SEM: 450 5 5 5
SPINLOCK: 450 5 5 5
handed over at once
unlock
0 has it
1 has it
2 has it
after
