<?php
// Answers with a script that prints "ok", as a classic site does: each request in a context of its own.
[, $port, $mode] = $argv;

$script = __DIR__ . '/classic_page.php';
$server = new Swoole\Http\Server('127.0.0.1', (int) $port, $mode === 'SWOOLE_PROCESS' ? SWOOLE_PROCESS : SWOOLE_BASE);
$server->set(['worker_num' => 1, 'log_level' => SWOOLE_LOG_ERROR]);
$server->on('request', function ($request, $response) use ($script) {
    Tern\Internal\serve_script($request, $response, $script, ['REQUEST_URI' => '/', 'SCRIPT_FILENAME' => $script]);
});
$server->start();
