<?php
// A server whose own code is in opcache's memory: it includes a file for each request.
require __DIR__ . '/../support/server.php';

$server = http_server();
$server->on('request', function (Swoole\Http\Request $request, Swoole\Http\Response $response): void {
    $file = given('folder') . $request->server['path_info'];
    $reset = $request->server['path_info'] === '/reset.inc' ? opcache_reset() : null;
    $value = is_file($file) ? include $file : null;
    $status = opcache_get_status(true);
    $response->end(json_encode([
        'reset' => $reset, 'value' => $value, 'hits' => is_array($status) ? $status['scripts'][$file]['hits'] ?? 0 : null,
        'pending' => is_array($status) ? $status['restart_pending'] : null,
    ]));
});
run($server);
