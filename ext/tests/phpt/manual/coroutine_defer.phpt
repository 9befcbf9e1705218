--TEST--
Manual: defer() runs in reverse order, also after an exception that is caught outside
--FILE--
<?php
use Swoole\Coroutine;
use function Swoole\Coroutine\defer;
use function Swoole\Coroutine\run;

run(function () {
    defer(function () { echo "close the connection\n"; });
    Coroutine::defer(function () { echo "close the statement\n"; });
    go(function () {
        \defer(function () { echo "deferred in the child\n"; });
        try {
            throw new RuntimeException('failed');
        } catch (RuntimeException $e) {
            echo $e->getMessage(), "\n";
        }
    });
    Coroutine::sleep(0.001);
    echo "the end of the function\n";
});
?>
--EXPECT--
failed
deferred in the child
the end of the function
close the statement
close the connection
