<?php
// php tcp_echo.php PORT MODE
$server = new Swoole\Server('127.0.0.1', (int) $argv[1], constant($argv[2]));
$server->set(['worker_num' => 1, 'backlog' => 4096, 'log_level' => SWOOLE_LOG_ERROR, 'open_length_check' => true,
    'package_length_type' => 'N', 'package_body_offset' => 4]);
$server->on('receive', fn($server, $fd, $reactor, $data) => $server->send($fd, $data));
$server->start();
