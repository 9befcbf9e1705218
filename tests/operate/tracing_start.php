<?php
// Spans outside of requests.

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->on('workerStart', function () {
    Tern\Tracing::span('start', fn() => Tern\Tracing::span('part', fn() => null));
    note('AFTER', json_encode(Tern\Tracing::current()));
});
$server->on('request', fn($request, $response) => $response->end());
run();
