<?php
// Says what a request, or its connection, knows of the client.

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->on('request', function ($request, $response) use ($server) {
    [$facts, $wanted] = $request->server['path_info'] === '/info'
        ? [$server->getClientInfo($request->fd), ['remote_ip', 'remote_port']]
        : [$request->server, ['remote_addr', 'remote_port', 'server_port', 'https', 'server_name']];
    $response->end(json_encode(array_intersect_key($facts, array_flip($wanted))));
});
run();
