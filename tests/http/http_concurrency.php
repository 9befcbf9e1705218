<?php
// The program of http.php, which says how many requests its worker has, whenever that changes.

function tell_concurrency(Swoole\Server $server): void
{
    $ending = false;
    $server->on('workerExit', function () use (&$ending) {
        $ending = true;
    });
    $server->on('workerStart', function ($server) use (&$ending) {
        Swoole\Coroutine::create(function () use ($server, &$ending) {
            for ($last = -1; !$ending;) {
                $now = $server->stats()['worker_concurrency'];
                if ($now !== $last) {
                    note('CONCURRENCY', (string) ($last = $now));
                }
                Swoole\Coroutine::sleep(0.005);
            }
        });
    });
}

require __DIR__ . '/http.php';
