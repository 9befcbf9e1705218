<?php
// A worker whose system has no more memory for it: the test limits its address space.

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->on('request', function ($request, $response) {
    $path = $request->server['path_info'];
    if ($path === '/wait') {
        note('WAITS');
        Co::sleep(60);
    }
    if ($path === '/fill') {
        $response->header('X-Size', (string) strlen(str_repeat('x', 1 << 30)));
    }
    if ($path === '/read') {
        // The buffer of a persistent stream is memory of malloc().
        $stream = stream_socket_client("tcp://127.0.0.1:{$GLOBALS['server']->port}", flags: STREAM_CLIENT_CONNECT | STREAM_CLIENT_PERSISTENT);
        stream_set_chunk_size($stream, 1 << 30);
        fwrite($stream, "GET / HTTP/1.0\r\n\r\n");
        fread($stream, 1);
    }
    $response->end((string) getmypid());
});
run();
