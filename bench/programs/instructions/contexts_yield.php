<?php
function yields(int $count): void
{
    for ($done = 0; $done < $count; ++$done) {
        Swoole\Coroutine::yield();
    }
}
