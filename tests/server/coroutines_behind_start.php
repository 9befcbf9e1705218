<?php
// A program that goes on with coroutines when its server has ended.

require __DIR__ . '/../support/server.php';

$server = new Swoole\Http\Server('127.0.0.1', 0);
$server->on('request', fn($request, $response) => $response->end('x'));
$server->on('start', function ($server) {
    announce($server);
    Swoole\Timer::tick(1, fn() => 0);
});
$server->start();
Swoole\Coroutine\run(function () {
    Swoole\Coroutine::sleep(0.001);
    note('<behind>');
});
free_globals();
