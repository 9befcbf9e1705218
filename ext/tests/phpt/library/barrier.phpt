--TEST--
Barrier: who waits goes on when the last other reference is gone
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Coroutine\Barrier;
use function Swoole\Coroutine\run;

run(function () {
    $barrier = Barrier::make();
    $ids = [];
    foreach ([1, 2, 3] as $i) {
        $ids[] = Co::create(function () use ($barrier, $i) { Co::yield(); echo "$i ends\n"; });
    }
    Co::create(function () use ($ids) {
        Co::sleep(0.001);
        foreach ([2, 0, 1] as $i) Co::resume($ids[$i]);
        echo "all resumed\n";
    });
    Barrier::wait($barrier);
    echo "through\n";
    var_dump($barrier);
    Barrier::wait($barrier);
    echo "nothing to wait for\n";

    $barrier = Barrier::make();
    Barrier::wait($barrier);
    echo "nobody else had it\n";

    $barrier = Barrier::make();
    $id = Co::create(function () use ($barrier) { Co::yield(); });
    $held = $own = $barrier;
    Co::create(function () use (&$own) { Barrier::wait($own); echo "inner through\n"; });
    Co::create(function () use (&$held, $id) { Co::sleep(0.001); Co::resume($id); $held = null; echo "let go\n"; });
    Barrier::wait($barrier);
    echo "outer through\n";
});
?>
--EXPECT--
3 ends
1 ends
2 ends
through
NULL
nothing to wait for
nobody else had it
all resumed
inner through
outer through
let go
