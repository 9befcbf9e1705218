<?php
// Server-sent events: each client gets a line a second, at its own pace, and all of them share one worker.
//   curl -N http://127.0.0.1:9501/?count=3
use Swoole\Coroutine;
use Swoole\Http\Server;

$server = new Server('127.0.0.1', 9501);
$server->set(['worker_num' => 1]);

$server->on('request', function ($request, $response) {
    $asked = $request->get['count'] ?? null;
    $count = is_numeric($asked) ? min(1000, max(1, (int) $asked)) : 10;
    $response->header('Content-Type', 'text/event-stream');
    $response->header('Cache-Control', 'no-store');
    try {
        for ($i = 1; $i <= $count; ++$i) {
            // Waits, without blocking anyone else, while this client takes nothing. False: the client went away.
            if (!$response->write("data: $i of $count\n\n")) {
                return;
            }
            if ($i < $count) {
                Coroutine::sleep(1);
            }
        }
        $response->end();
    } finally {
        // Runs however the stream ended: the place to give back what it held.
    }
});

$server->start();
