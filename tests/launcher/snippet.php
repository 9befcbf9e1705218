<?php
// Answers with the type, the fields and the body that a request asks for.

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->on('request', function ($request, $response) {
    [$type, $fields, $body] = json_decode($request->rawContent(), true);
    if ($type !== '') {
        $response->header('Content-Type', $type);
    }
    foreach ($fields as $name => $value) {
        $response->header($name, $value);
    }
    if (isset($request->get['status'])) {
        $response->status((int) $request->get['status']);
    }
    if (isset($request->get['write'])) {
        $response->write('begin ');
    }
    $response->end($body);
});
run();
