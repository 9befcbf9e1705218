--TEST--
A generator that suspends inside of a coroutine, and one shared by two
--FILE--
<?php
function numbers() { for ($i = 0; $i < 3; ++$i) { Co::sleep(0.001); yield $i; } }
Co\run(function () {
    foreach (['a', 'b'] as $name) go(function () use ($name) { foreach (numbers() as $n) echo "$name$n "; });
});
echo "\n";
Co\run(function () {
    $shared = (function () { foreach ([1, 2, 3, 4] as $x) yield $x; })();
    foreach (['a', 'b'] as $name) go(function () use ($name, $shared) { while ($shared->valid()) { echo $name, $shared->current(), ' '; $shared->next(); Co::sleep(0.001); } });
});
echo "\n";
?>
--EXPECT--
a0 b0 a1 b1 a2 b2 
a1 b2 a3 b4 
