<?php
// The application in the callback of a server.

require __DIR__ . '/../../support/server.php';
require __DIR__ . '/application.php';

$server = http_server();
$server->on('request', function ($request, $response) {
    [$method, $path] = [$request->server['request_method'], $request->server['request_uri']];
    [$status, $fields, $text] = answer($method, $path, $request->header, $request->cookie ?? [], (string) $request->rawContent());
    $response->status($status);
    foreach ($fields as $name => $value) {
        $response->header($name, $value);
    }
    $response->end($text);
});
run();
