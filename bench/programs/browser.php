<?php
// What a page does before it does anything: it looks at three of the fields that a browser sends.
[, $port, $mode] = $argv;

$server = new Swoole\Http\Server('127.0.0.1', (int) $port, $mode === 'SWOOLE_PROCESS' ? SWOOLE_PROCESS : SWOOLE_BASE);
$server->set(['worker_num' => 1, 'reactor_num' => 1, 'log_level' => SWOOLE_LOG_ERROR]);
$server->on('request', function ($request, $response) {
    $fields = $request->header;
    $known = isset($fields['user-agent'], $fields['accept-language'], $fields['cookie']);
    $response->end($known ? 'ok' : 'no');
});
$server->start();
