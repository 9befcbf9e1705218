--TEST--
join() wakes when the last one has ended, before its creator goes on
--FILE--
<?php
Co\run(function () {
    $a = go(function () { Co::yield(); echo "a "; });
    $b = go(function () { Co::yield(); echo "b "; });
    go(function () use ($a, $b) { var_dump(Co::join([$a, $b])); });
    echo "joined ";
    Co::resume($b);
    echo "one left ";
    Co::resume($a);
    echo "main\n";
});
?>
--EXPECT--
joined b one left a bool(true)
main
