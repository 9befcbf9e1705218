--TEST--
Lock: readers share it, a writer that waits lets no new ones in, one that dies or gives up no longer keeps them out
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
include 'child.inc';
foreach (['RWLOCK', 'FILELOCK'] as $name) {
    echo "$name\n";
    $lock = make_lock(KINDS[$name]);
    $gate = new Swoole\Atomic;
    $readers = [];
    for ($i = 0; $i < 3; ++$i) {
        $readers[] = $reader = new Child(function ($child) use ($lock, $gate) {
            $child->tell(json_encode($lock->lock(LOCK_SH)));
            $gate->wait(-1);
            $lock->unlock();
        });
        echo $reader->hear(), "\n";
    }
    var_dump($lock->lock_read(), $lock->lock_read(), $lock->unlock(), $lock->unlock(), $lock->trylock());
    $readers[0]->kill();
    $readers[1]->kill();
    var_dump($lock->trylock());
    $gate->set(1);
    $readers[2]->reap();
    var_dump($lock->trylock(), $lock->unlock());
}
echo "a writer waits\n";
$lock = make_lock(SWOOLE_RWLOCK);
$lock->lock_read();
$writer = new Child(function ($child) use ($lock) {
    $lock->lock();
    $child->tell('writer');
    $lock->unlock();
    $child->tell('done');
});
$asks = fn () => new Child(function ($child) use ($lock) { $child->tell(json_encode($lock->trylock_read())); });
// It has its claim some time after it was started.
do { $child = $asks(); $got = $child->hear(); $child->reap(); } while ($got === 'true');
var_dump($lock->lock_read(), $lock->unlock());
$lock->unlock();
echo $writer->hear(), "\n";
$writer->hear();
$writer->reap();
echo "it dies while it waits\n";
$lock->lock_read();
$writer = new Child(function ($child) use ($lock) { $lock->lock(); });
do { $child = $asks(); $got = $child->hear(); $child->reap(); } while ($got === 'true');
$writer->kill();
$child = $asks();
echo $child->hear(), "\n";
$child->reap();
echo "it gives up\n";
$writer = new Child(function ($child) use ($lock) { $child->tell(json_encode($lock->lockwait(0.01))); });
echo $writer->hear(), "\n";
$writer->reap();
$child = $asks();
echo $child->hear(), "\n";
$child->reap();
?>
--EXPECT--
RWLOCK
true
true
true
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
FILELOCK
true
true
true
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
a writer waits
bool(true)
bool(true)
writer
it dies while it waits
true
it gives up
false
true
