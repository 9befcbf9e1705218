--TEST--
Two coroutines that resume each other in turns
--FILE--
<?php
Co\run(function () {
    $pong = go(function () { for ($i = 0; $i < 3; ++$i) { Co::yield(); echo "pong$i "; } });
    for ($i = 0; $i < 3; ++$i) { echo "ping$i "; Co::resume($pong); }
    echo "\n";
    var_dump(Co::exists($pong));
});
?>
--EXPECT--
ping0 pong0 ping1 pong1 ping2 pong2 
bool(false)
