<?php
// A folder by the server's own handler.
$server = new Swoole\Http\Server('127.0.0.1', (int) $argv[1], SWOOLE_PROCESS);
$server->set(['worker_num' => swoole_cpu_num() * 2, 'log_level' => SWOOLE_LOG_ERROR, 'enable_static_handler' => true,
    'document_root' => getenv('BENCH_FILES')]);
$server->on('request', fn($request, $response) => $response->status(404));
$server->start();
