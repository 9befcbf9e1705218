--TEST--
defer(): last in, first out, at the end of the coroutine
--FILE--
<?php
Co\run(function () {
    defer(function () { echo "first given\n"; });
    defer(function () { echo "second given\n"; });
    (function () { defer(function () { echo "given in a function\n"; }); echo "function ends\n"; })();
    (new class { private function hidden() { echo "private\n"; } function give() { defer([$this, 'hidden']); } })->give();
    echo "body ends\n";
});
echo "after\n";
?>
--EXPECT--
function ends
body ends
private
given in a function
second given
first given
after
