<?php
// The least that a program can do: it answers `ok`.
[, $port, $mode] = $argv;

$server = new Swoole\Http\Server('127.0.0.1', (int) $port, $mode === 'SWOOLE_PROCESS' ? SWOOLE_PROCESS : SWOOLE_BASE);
$server->set(['worker_num' => 1, 'reactor_num' => 1, 'log_level' => SWOOLE_LOG_ERROR]);
$server->on('request', function ($request, $response) {
    $response->end('ok');
});
$server->start();
