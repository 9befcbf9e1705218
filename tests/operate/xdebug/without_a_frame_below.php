<?php
// A server that starts when the script has ended: nothing of PHP runs where its coroutines start.
require __DIR__ . '/../../support/server.php';
require __DIR__ . '/frames.php';

$server = http_server();
$server->on('request', fn($request, $response) => $response->end(frames()));
register_shutdown_function([$server, 'start']);
free_globals();
