--TEST--
WaitGroup: who runs when; several wait; used again and again
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Coroutine\WaitGroup;
use function Swoole\Coroutine\run;

run(function () {
    $group = new WaitGroup();
    var_dump($group->wait(), $group->count());
    $ids = [];
    foreach ([1, 2] as $i) {
        $group->add();
        $ids[] = Co::create(function () use ($group, $i) {
            Co::yield();
            echo "$i done, ", $group->count(), " were left\n";
            $group->done();
            echo "$i ends\n";
        });
    }
    foreach (['a', 'b'] as $name) {
        Co::create(function () use ($group, $name) {
            echo "$name waits\n";
            $waited = $group->wait();
            echo "$name has waited: ", json_encode($waited), "\n";
            $group->add(2);
            echo "$name added\n";
        });
    }
    Co::resume($ids[1]);
    Co::resume($ids[0]);
    var_dump($group->count());
    $group->add(-3);
    Co::create(fn () => $group->done());
    var_dump($group->wait());
    $group = new WaitGroup(1);
    Co::create(function () use ($group) { Co::sleep(0.001); $group->done(); });
    var_dump($group->wait(30));
});
?>
--EXPECT--
bool(true)
int(0)
a waits
b waits
2 done, 2 were left
2 ends
1 done, 1 were left
a has waited: true
a added
b has waited: true
b added
1 ends
int(4)
bool(true)
bool(true)
