<?php

declare(strict_types=1);

// start PORT: a server of one worker that says how long after start() its worker is ready, and which process that is.
$server = new Swoole\Http\Server('127.0.0.1', (int) $argv[1], SWOOLE_PROCESS);
$server->set(['worker_num' => 1]);
$server->on('workerStart', static function () use (&$started): void {
    echo json_encode(['ready_ms' => (hrtime(true) - $started) / 1e6, 'pid' => getmypid()]), "\n";
});
$server->on('request', static fn($request, $response) => $response->end('ok'));
$started = hrtime(true);
$server->start();
