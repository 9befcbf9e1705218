<?php
function pause(): void
{
    Swoole\Coroutine::yield();
}
