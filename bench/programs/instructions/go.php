<?php
// Starts $count coroutines that end at once.
$count = (int) $argv[2];

Swoole\Coroutine\run(function () use ($count) {
    $nothing = function () {
    };
    for ($done = 0; $done < $count; ++$done) {
        Swoole\Coroutine::create($nothing);
    }
});
