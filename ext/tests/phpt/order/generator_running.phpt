--TEST--
A generator that waits in one coroutine cannot be used by another
--FILE--
<?php
Co\run(function () {
    $generator = (function () { Co::yield(); yield 1; })();
    $first = go(function () use ($generator) { echo $generator->current(), "\n"; });
    try { $generator->current(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
    Co::resume($first);
});
?>
--EXPECT--
Cannot resume an already running generator
1
