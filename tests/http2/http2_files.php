<?php
// Files that are sent by handlers: the query has the arguments of sendfile().

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->on('request', function ($request, $response) {
    $file = $request->get['file'] ?? '';
    if ($file === '') {
        return $response->end('ready');
    }
    $response->sendfile($file, (int) ($request->get['offset'] ?? 0), (int) ($request->get['length'] ?? 0));
});
run();
