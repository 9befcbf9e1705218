<?php
// More text in spans than there is room for.

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->on('request', function ($request, $response) use ($server) {
    if ($request->server['path_info'] === '/stats') {
        $response->end(json_encode($server->stats()['spans_dropped']));
        return;
    }
    $text = str_repeat('x', 4096);
    Tern\Tracing::span('root', function () use ($text) {
        for ($i = 0; $i < 2000; ++$i) {
            Tern\Tracing::span('large', fn() => null, ['text' => $text]);
        }
    });
    $response->end('done');
});
run();
