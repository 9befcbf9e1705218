<?php
// php tcp_echo.php PORT MODE
$server = new Swoole\Server('127.0.0.1', (int) $argv[1], $argv[2] === 'SWOOLE_PROCESS' ? SWOOLE_PROCESS : SWOOLE_BASE);
$server->set(['worker_num' => 1, 'backlog' => 4096, 'log_level' => SWOOLE_LOG_ERROR, 'open_length_check' => true,
    'package_length_type' => 'N', 'package_body_offset' => 4]);
$server->on('receive', fn(Swoole\Server $server, int $fd, int $reactor, string $data) => $server->send($fd, $data));
$server->start();
