<?php
// The smallest server: curl http://127.0.0.1:9501/
$server = new Swoole\Http\Server('127.0.0.1', 9501);

$server->on('request', function ($request, $response) {
    $response->header('Content-Type', 'text/plain');
    $response->end("Hello, {$request->server['remote_addr']}\n");
});

$server->start();
