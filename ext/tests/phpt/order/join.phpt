--TEST--
join() continues at the end of the turn in which the last one has ended, after the deferred functions of before
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

// A function that was deferred before may still cancel the wait.
Co\run(function () {
    $waits = Co::getCid();
    $child = go(function () use ($waits) {
        Co::sleep(0.001);
        Swoole\Event::defer(function () use ($waits) {
            echo "deferred\n";
            Co::cancel($waits);
        });
    });
    var_dump(Co::join([$child]), swoole_last_error() === SWOOLE_ERROR_CO_CANCELED, Co::exists($child));
});
?>
--EXPECT--
joined b one left a main
bool(true)
deferred
bool(false)
bool(true)
bool(false)
