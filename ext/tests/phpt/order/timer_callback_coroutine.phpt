--TEST--
Each call of a timer has a coroutine of its own, and the next one does not wait for it
--FILE--
<?php
$ids = [];
Swoole\Timer::tick(1, function (int $timer) use (&$ids) {
    $ids[] = Co::getCid();
    if (count($ids) === 3) Swoole\Timer::clear($timer);
    Co::sleep(0.02);
    echo "call ", array_search(Co::getCid(), $ids), " ends\n";
});
echo "main ends\n";
?>
--EXPECT--
main ends
call 0 ends
call 1 ends
call 2 ends
