<?php
// The least that a program can do, over TLS: argv[3] is a file with certificate and key.
[, $port, $mode, $certificate] = $argv;

$mode = $mode === 'SWOOLE_PROCESS' ? SWOOLE_PROCESS : SWOOLE_BASE;
$server = new Swoole\Http\Server('127.0.0.1', (int) $port, $mode, SWOOLE_SOCK_TCP | SWOOLE_SSL);
$server->set(['worker_num' => 1, 'log_level' => SWOOLE_LOG_ERROR, 'ssl_cert_file' => $certificate, 'ssl_key_file' => $certificate]);
$server->on('request', function ($request, $response) {
    $response->end('ok');
});
$server->start();
