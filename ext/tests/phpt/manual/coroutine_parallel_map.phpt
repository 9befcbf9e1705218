--TEST--
Manual: parallel() and map()
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Coroutine\System;
use function Swoole\Coroutine\map;
use function Swoole\Coroutine\parallel;
use function Swoole\Coroutine\run;

function factorial(int $n): int
{
    return array_product(range($n, 1));
}

run(function () {
    $results = [];
    parallel(2, function () use (&$results) {
        System::sleep(0.002);
        $results[] = System::gethostbyname('localhost');
    });
    print_r($results);
    print_r(map([2, 3, 4], 'factorial'));
});
?>
--EXPECT--
Array
(
    [0] => 127.0.0.1
    [1] => 127.0.0.1
)
Array
(
    [0] => 2
    [1] => 6
    [2] => 24
)
