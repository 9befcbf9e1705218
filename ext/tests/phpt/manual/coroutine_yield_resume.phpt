--TEST--
Manual: suspend() and resume() by hand, twice
--FILE--
<?php
use Swoole\Coroutine;

$id = Coroutine::create(function (string ...$words) {
    echo implode(' ', $words), ' ', Coroutine::getCid(), "\n";
    Coroutine::suspend();
    echo "resumed once\n";
    Coroutine::yield();
    echo "resumed twice\n";
}, 'hello', 'coroutine');
echo "main 1\n";
var_dump(Coroutine::resume($id));
echo "main 2\n";
var_dump(Coroutine::resume($id));
var_dump(Coroutine::exists($id));
?>
--EXPECT--
hello coroutine 1
main 1
resumed once
bool(true)
main 2
resumed twice
bool(true)
bool(false)
