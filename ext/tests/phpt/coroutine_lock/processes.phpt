--TEST--
Coroutine\Lock between processes: one coroutine of all processes has it; a waiting one does not block its process
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use Swoole\Coroutine\Lock;
include __DIR__ . '/../lock/child.inc';

$lock = new Lock(true);
$counter = new Swoole\Atomic;
$work = function () use ($lock, $counter) {
    Co\batch(array_fill(0, 4, function () use ($lock, $counter) {
        for ($i = 0; $i < 5; $i++) {
            $lock->lock();
            $value = $counter->get();
            Co::sleep(0.001);
            $counter->set($value + 1);
            $lock->unlock();
        }
    }));
};
$children = [];
for ($i = 0; $i < 3; $i++) $children[] = new Child(fn () => Co\run($work));
Co\run($work);
foreach ($children as $child) $child->reap();
var_dump($counter->get());

$gate = new Swoole\Atomic;
$child = new Child(function ($child) use ($lock, $gate) {
    $gate->wait(-1);
    Co\run(function () use ($child, $lock) {
        go(function () use ($child, $lock) {
            $child->tell(json_encode([$lock->lock(), $lock->errCode, $lock->lock(), $lock->unlock(), $lock->unlock(), $lock->unlock()]));
        });
        go(fn () => $child->tell('the process goes on'));
    });
});
Co\run(function () use ($lock, $gate, $child) {
    var_dump($lock->lock());
    $gate->wakeup();
    echo $child->hear(), "\n";
    var_dump($lock->unlock());
    echo $child->hear(), "\n";
});
$child->reap();
?>
--EXPECT--
int(80)
bool(true)
the process goes on
bool(true)
[true,0,true,true,true,false]
