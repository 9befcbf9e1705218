<?php
// Resumes a coroutine in a context $count times, which yields at once.
use Swoole\Coroutine as Co;

$count = (int) $argv[2];

Co\run(function () use ($count) {
    $context = Tern\Context::fresh();
    $context->include(__DIR__ . '/contexts_yield.php');
    $coroutine = (int) Co::create(fn() => $context->run('yields', $count));
    for ($done = 0; $done < $count; ++$done) {
        Co::resume($coroutine);
    }
});
