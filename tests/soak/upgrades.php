<?php
// A server with a pid file that is upgraded again and again.
require __DIR__ . '/../support/server.php';

$server = new Swoole\Http\Server('127.0.0.1', given('port'));
$server->set(given('options'));
$server->on('start', function ($server): void {
    note('SERVER', (string) getmypid());
    announce($server);
});
$server->on('shutdown', fn() => note('ENDS', (string) getmypid()));
$server->on('request', function ($request, $response): void {
    Co::sleep($request->server['path_info'] === '/slow' ? 0.2 : 0.005);
    $response->end('fine');
});
run();
