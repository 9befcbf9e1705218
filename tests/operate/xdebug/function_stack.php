<?php
// Stacks of coroutines that wait at the same time, twice, and of what started them.
require __DIR__ . '/../../support/server.php';
require __DIR__ . '/frames.php';

Co\run(function () {
    for ($round = 0; $round < 2; ++$round) {
        go(fn() => outer("first"));
        go(fn() => inner("second"));
        Co::sleep(0.02);
    }
    echo frames(), "\n";
});
echo frames(), "\n";
