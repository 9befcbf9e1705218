--TEST--
Sleepers wake in the order of their times; those of the same time in the order they began
--FILE--
<?php
Co\run(function () {
    foreach ([0.03, 0.01, 0.02, 0.01] as $i => $time) go(function () use ($i, $time) { Co::sleep($time); echo "$i "; });
    echo "started ";
});
echo "\n";
?>
--EXPECT--
started 1 3 2 0 
