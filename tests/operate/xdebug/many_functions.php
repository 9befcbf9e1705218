<?php
// Many coroutines, one step each.
function step(int $n): int
{
    Co::sleep(0.001);
    return strlen(str_repeat('x', $n % 7));
}

function many(int $count): int
{
    $sum = 0;
    for ($n = 0; $n < $count; ++$n) {
        go(function () use ($n, &$sum) {
            $sum += step($n);
        });
    }
    while (Co::stats()['coroutine_num'] > 1) {
        Co::sleep(0.001);
    }
    return $sum;
}

function resident(): int
{
    return 4096 * (int) explode(' ', file_get_contents('/proc/self/statm'))[1];
}
