<?php
// Encodes an answer of 1 KB as JSON.
[, $port, $mode] = $argv;

$users = [];
for ($number = 1; $number <= 13; ++$number) {
    $users[] = ['id' => 1000 + $number, 'name' => "User number $number", 'email' => "user$number@example.com", 'admin' => $number < 3];
}
$server = new Swoole\Http\Server('127.0.0.1', (int) $port, $mode === 'SWOOLE_PROCESS' ? SWOOLE_PROCESS : SWOOLE_BASE);
$server->set(['worker_num' => 1, 'log_level' => SWOOLE_LOG_ERROR]);
$server->on('request', function ($request, $response) use ($users) {
    $response->header('Content-Type', 'application/json');
    $response->end((string) json_encode($users));
});
$server->start();
