<?php
// Answers over FastCGI with a script that prints "ok", as a pool of `tern fpm` does.
use Tern\Internal\Fpm\{Monitor, Responder, ResponderOptions, Scoreboard};

[, $port, $mode] = $argv;

$server = new Swoole\Http\Server('127.0.0.1', (int) $port, $mode === 'SWOOLE_PROCESS' ? SWOOLE_PROCESS : SWOOLE_BASE);
$server->set(['worker_num' => 1, 'open_fastcgi_protocol' => true, 'fastcgi_concurrency' => 4, 'log_level' => SWOOLE_LOG_ERROR]);
$board = new Scoreboard('www', Scoreboard::STATIC, 4);
$responder = new Responder();
$server->on('workerStart', function () use ($board, $responder) {
    $board->attach(0, 1);
    ResponderOptions::ofPhpIni()->begin($responder, new Monitor($board));
});
$server->on('request', $responder->respond(...));
$server->start();
