<?php
// A message "N BYTES" is answered by N broadcasts of so many bytes to everybody.
[, $port] = $argv;

$server = new Swoole\WebSocket\Server('127.0.0.1', (int) $port, SWOOLE_BASE);
$server->set(['worker_num' => 2, 'reactor_num' => 2, 'log_level' => SWOOLE_LOG_ERROR, 'backlog' => 8192,
    'max_connection' => 20_000]);
$rooms = new Tern\WebSocket\Rooms($server);
$server->on('message', function ($server, $frame) use ($rooms) {
    [$count, $bytes] = array_map('intval', explode(' ', $frame->data));
    for ($text = str_repeat('x', $bytes); $count > 0; --$count) {
        $rooms->broadcastAll($text);
    }
});
$server->start();
