--TEST--
At a deadlock every coroutine is unwound, also one that waits again in its finally block
--FILE--
<?php
Co\run(function () {
    go(function () { try { Co::yield(); } finally { echo "a1 "; try { Co::yield(); } finally { echo "a2 "; } } });
    go(function () { for ($i = 0; $i < 3; ++$i) { try { Co::yield(); } catch (Swoole\Coroutine\CanceledException $e) { echo "b$i "; } } });
});
echo "after\n";
?>
--EXPECTF--
Deadlock: nothing can wake these coroutines (2) any more.
coroutine 2, started by 1, waits for resume()
#0 %s(3): Swoole\Coroutine::yield()
#1 [internal function]: {closure%S}()
coroutine 3, started by 1, waits for resume()
#0 %s(4): Swoole\Coroutine::yield()
#1 [internal function]: {closure%S}()
a1 b0 a2 b1 b2 after
