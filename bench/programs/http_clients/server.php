<?php
// Answers every request with 1 KB, over HTTP/1.1 and HTTP/2 in clear.
[, $port] = $argv;

$server = new Swoole\Http\Server('127.0.0.1', (int) $port, SWOOLE_BASE);
$server->set(['worker_num' => 1, 'log_level' => SWOOLE_LOG_ERROR, 'open_http2_protocol' => true, 'http_compression' => false]);
$page = str_repeat('0123456789abcdef', 64);
$server->on('request', fn($request, $response) => $response->end($page));
$server->start();
