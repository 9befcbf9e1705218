<?php

// /?f=NUMBER defines f() as the file of that number does, and calls it. /?fill=1 gives the JIT compiler more functions than the traces that
// it compiles by its default.

const FUNCTIONS = 1100;
const OFTEN = 300;

function fill(): int
{
    $sum = 0;
    for ($number = 0; $number < FUNCTIONS; ++$number) {
        for ($i = 0; $i < OFTEN; ++$i) {
            $sum += "filled$number"($i);
        }
    }
    return $sum;
}

if (isset($_GET['fill'])) {
    require __DIR__ . '/functions.php';
    echo fill();
} else {
    require __DIR__ . "/f{$_GET['f']}.php";
    require __DIR__ . '/calls.php';
    echo calls(OFTEN);
}
