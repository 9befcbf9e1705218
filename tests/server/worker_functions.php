<?php
// What the servers of worker_test.py answer with.

use Swoole\Server;

// The scheduling policy of this process.
function policy(): string
{
    $stat = file_get_contents('/proc/self/stat');
    return explode(' ', substr($stat, strrpos($stat, ')') + 2))[38];
}

// How many connections each worker has.
function connections(Server $server): string
{
    $count = [];
    foreach ($server->getClientList(0, 100) as $fd) {
        $worker = $server->getClientInfo($fd)['worker_id'];
        $count[$worker] = ($count[$worker] ?? 0) + 1;
    }
    return json_encode(array_values($count));
}

function crash()
{
    return exec('kill -SEGV ' . getmypid());
}

function overflow($n)
{
    return array_map('overflow', [$n]);
}
