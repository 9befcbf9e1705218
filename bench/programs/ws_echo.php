<?php
// Sends every message back.
[, $port] = $argv;

$server = new Swoole\WebSocket\Server('127.0.0.1', (int) $port, SWOOLE_BASE);
$server->set(['worker_num' => 1, 'reactor_num' => 1, 'log_level' => SWOOLE_LOG_ERROR]);
$server->on('request', fn($request, $response) => $response->end('ok'));
$server->on('message', fn($server, $frame) => $server->push($frame->fd, $frame->data));
$server->start();
