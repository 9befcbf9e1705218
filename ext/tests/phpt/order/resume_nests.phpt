--TEST--
A yield goes back to whoever resumed, not to the creator
--FILE--
<?php
Co\run(function () {
    $a = go(function () { Co::yield(); echo "a1 "; Co::yield(); echo "a2 "; });
    $b = go(function () use ($a) { Co::yield(); echo "b1 "; Co::resume($a); echo "b2 "; });
    echo "main1 ";
    Co::resume($b);
    echo "main2 ";
    Co::resume($a);
    echo "main3\n";
});
?>
--EXPECT--
main1 b1 a1 b2 main2 a2 main3
