<?php
// WebSockets, and pages as those of a classic site, in one worker.

require __DIR__ . '/../../support/server.php';

$server = websocket_server();

$server->on('message', fn($server, $frame) => $server->push($frame->fd, "received $frame->data"));

$server->on('request', function ($request, $response) {
    $variables = ['SERVER_PORT' => (string) $request->server['server_port'], 'SCRIPT_NAME' => '/', 'REQUEST_METHOD' => 'GET'];
    Tern\Internal\serve_script($request, $response, __DIR__ . '/heaps_page.php', $variables, []);
});
run();
