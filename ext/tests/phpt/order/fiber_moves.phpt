--TEST--
A native Fiber that was suspended in one coroutine goes on in another
--FILE--
<?php
Co\run(function () {
    $fiber = new Fiber(function () { echo Co::getCid(), ' '; Fiber::suspend(); echo Co::getCid(), ' '; Co::sleep(0.001); echo Co::getCid(), ' '; });
    go(function () use ($fiber) { $fiber->start(); });
    go(function () use ($fiber) { $fiber->resume(); echo "ended\n"; });
});
?>
--EXPECT--
2 3 3 ended
