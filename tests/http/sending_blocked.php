<?php
// Writes 20 MiB where nothing can be suspended, and tells how much of it went.

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->on('request', function ($request, $response) {
    if ($request->server['path_info'] === '/other') {
        note('OTHER');
        return $response->end('other');
    }
    for ($count = 0; $count < 20 && $response->write(str_repeat(chr(65 + $count), 1 << 20)); ++$count) {
        $count === 0 && note('WRITES');
    }
    $error = swoole_last_error();
    note('WROTE', (string) $count, json_encode($response->end('.')), (string) $error);
});
run();
