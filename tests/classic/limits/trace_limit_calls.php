<?php

function g(int $x): int
{
    return f($x);
}

function calls(int $often): int
{
    $sum = 0;
    for ($i = 0; $i < $often; ++$i) {
        $sum += g($i);
    }
    return $sum;
}
