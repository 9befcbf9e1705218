--TEST--
A native Fiber inside of a coroutine: both may suspend
--FILE--
<?php
Co\run(function () {
    $fiber = new Fiber(function ($x) { echo "fiber $x "; Co::sleep(0.001); echo "slept "; $y = Fiber::suspend('out'); echo "got $y "; Co::sleep(0.001); return 'done'; });
    go(function () { Co::sleep(0.001); echo "[other] "; });
    echo $fiber->start('in'), ' ';
    $fiber->resume('back');
    echo $fiber->getReturn(), "\n";
});
?>
--EXPECT--
fiber in [other] slept out got back done
