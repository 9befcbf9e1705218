--TEST--
Manual: Barrier: wait() returns when the last coroutine has let go of it
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Coroutine\Barrier;
use Swoole\Coroutine\System;
use function Swoole\Coroutine\run;

run(function () {
    $barrier = Barrier::make();
    $count = 0;
    for ($i = 0; $i < 4; $i++) {
        Coroutine::create(function () use ($barrier, &$count) {
            System::sleep(0.001);
            $count++;
        });
    }
    Barrier::wait($barrier);
    var_dump($count, $barrier);
});
?>
--EXPECT--
int(4)
NULL
