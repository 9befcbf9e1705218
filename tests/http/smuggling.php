<?php
// Says which request it was, and notes the one that must not be any.

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->on('request', function ($request, $response) {
    $uri = $request->server['request_uri'];
    $response->end($request->server['request_method'] . ' ' . $uri . ' ' . strlen($request->rawContent()));
    if ($uri === '/smuggled') {
        note('SMUGGLED');
    }
});
run();
