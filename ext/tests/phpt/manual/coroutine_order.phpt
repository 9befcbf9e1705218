--TEST--
Manual: A nested go() runs at once; a coroutine outlives the one that made it
--FILE--
<?php
use Swoole\Coroutine;
use function Swoole\Coroutine\go;
use function Swoole\Coroutine\run;

run(function () {
    go(function () {
        Coroutine::sleep(0.03);
        go(function () {
            Coroutine::sleep(0.02);
            echo "third: ", Coroutine::getCid(), "\n";
        });
        echo "second: ", Coroutine::getCid(), "\n";
    });
    Coroutine::sleep(0.01);
    echo "first: ", Coroutine::getCid(), "\n";
});
echo "main\n";
?>
--EXPECT--
first: 1
second: 2
third: 3
main
