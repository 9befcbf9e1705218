<?php
// By how many bytes a process grows while it makes many coroutines.
require __DIR__ . '/../../support/server.php';
require __DIR__ . '/many_functions.php';

Co\run(function () {
    for ($round = 0; $round < 3; ++$round) {
        many(1500);
    }
    $before = resident();
    for ($round = 0; $round < 10; ++$round) {
        many(1500);
    }
    echo resident() - $before;
});
