<?php
// The server of stop_test.py.

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->on('request', fn($request, $response) => $response->end('served'));
run();
