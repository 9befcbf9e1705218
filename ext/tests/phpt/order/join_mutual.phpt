--TEST--
Coroutines that join each other are a deadlock
--FILE--
<?php
Co\run(function () {
    $a = go(function () { Co::yield(); var_dump(Co::join([3])); echo "a ends\n"; });
    $b = go(function () use ($a) { Co::join([$a]); echo "b ends\n"; });
    Co::resume($a);
    echo "main ends\n";
});
echo "after\n";
?>
--EXPECTF--
main ends
Deadlock: nothing can wake these coroutines (2) any more.
coroutine 2, started by 1, waits for other coroutines to end
#0 %s(3): Swoole\Coroutine::join(Array)
#1 [internal function]: {closure%S}()
coroutine 3, started by 1, waits for other coroutines to end
#0 %s(4): Swoole\Coroutine::join(Array)
#1 [internal function]: {closure%S}()
after
