--TEST--
A first yield goes back to whoever created the coroutine
--FILE--
<?php
Co\run(function () {
    $inner = go(function () {
        echo "inner starts\n";
        Co::yield();
        echo "inner goes on\n";
    });
    echo "outer between\n";
    Co::resume($inner);
    echo "outer ends\n";
});
?>
--EXPECT--
inner starts
outer between
inner goes on
outer ends
