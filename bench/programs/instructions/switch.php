<?php
// Resumes a coroutine $count times, which yields at once.
$count = (int) $argv[2];

Swoole\Coroutine\run(function () use ($count) {
    $other = (int) Swoole\Coroutine::create(function () use ($count) {
        for ($done = 0; $done < $count; ++$done) {
            Swoole\Coroutine::yield();
        }
    });
    for ($done = 0; $done < $count; ++$done) {
        Swoole\Coroutine::resume($other);
    }
});
