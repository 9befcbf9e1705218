<?php
// Ports of IPv4, of IPv6 and of a Unix socket; the second one has a callback and a limit of its own.

require __DIR__ . '/../support/server.php';

$server = http_server();
$second = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
$second->set(['open_http_protocol' => true, 'package_max_length' => 1024]);
$second->on('request', function ($request, $response) {
    $response->end('second ' . $request->server['server_port']);
});
$third = $server->listen('::1', 0, SWOOLE_SOCK_TCP6);
$third->set(['open_http_protocol' => true]);
$fourth = $server->listen(given('unix'), 0, SWOOLE_SOCK_UNIX_STREAM);
$fourth->set(['open_http_protocol' => true]);
$server->on('request', function ($request, $response) {
    $response->end('first ' . $request->server['server_port']);
});
run();
