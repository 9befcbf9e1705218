<?php
// A server of files: its handler answers what is none, and sends the file that a request names.

require __DIR__ . '/../support/server.php';

foreach (given('types', []) as $suffix => $type) {
    swoole_mime_type_add($suffix, $type);
}
$server = http_server();
$server->on('request', function ($request, $response) {
    $file = $request->get['sendfile'] ?? null;
    if ($file === null) {
        return $response->end('handler ' . $request->server['request_method'] . ' ' . $request->server['path_info']);
    }
    return $response->sendfile($file, (int) ($request->get['offset'] ?? 0), (int) ($request->get['length'] ?? 0))
        ?: $response->end('failed');
});
run();
