--TEST--
A deferred function may defer, suspend and start coroutines
--FILE--
<?php
Co\run(function () {
    defer(function () { echo "1 "; defer(function () { echo "2\n"; }); });
    defer(function () { echo "a "; Co::sleep(0.001); echo "b "; go(function () { echo "c "; }); });
    go(function () { defer(function () { echo "inner "; }); });
});
?>
--EXPECT--
inner a b c 1 2
