<?php
// The least that a program can do, over HTTP/2 in clear.
[, $port, $mode] = $argv;

$server = new Swoole\Http\Server('127.0.0.1', (int) $port, $mode === 'SWOOLE_PROCESS' ? SWOOLE_PROCESS : SWOOLE_BASE);
$server->set(['worker_num' => 1, 'log_level' => SWOOLE_LOG_ERROR, 'open_http2_protocol' => true]);
$server->on('request', function ($request, $response) {
    $response->end('ok');
});
$server->start();
