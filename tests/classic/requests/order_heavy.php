<?php
// Two coroutines of which one can run at any time, until the page is told to end.
function compute_and_wait(): void
{
    while (!file_exists(__DIR__ . '/end')) {
        for ($until = hrtime(true) + 5_000_000; hrtime(true) < $until;);
        usleep(1000);
        clearstatcache();
    }
}
touch(__DIR__ . '/busy');
Swoole\Coroutine\batch(['compute_and_wait', 'compute_and_wait']);
echo 'done';
