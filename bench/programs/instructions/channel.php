<?php
// Pushes $count numbers into a channel and pops each.
$count = (int) $argv[2];

Swoole\Coroutine\run(function () use ($count) {
    $channel = new Swoole\Coroutine\Channel(1);
    for ($done = 0; $done < $count; ++$done) {
        $channel->push($done);
        $channel->pop();
    }
});
