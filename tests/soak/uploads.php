<?php
// The server of uploads.py: what becomes of a body, as the path says.

use Tern\Http\BodyStream;

require __DIR__ . '/../support/server.php';

// Reads all of it, and keeps nothing.
function discarded(BodyStream $body): int
{
    for ($size = 0; ($piece = $body->read()) !== ''; $size += strlen($piece));
    return $size;
}

$server = http_server();
$server->on('request', function ($request, $response) {
    $path = $request->server['path_info'];
    if ($path === '/pid') {
        return $response->end((string) getmypid());
    }
    if ($path === '/normal') {
        return $response->end('hello');
    }
    $body = new BodyStream($request);
    $response->end((string) match ($path) {
        '/s/discard', '/s/slow' => discarded($body),
        '/s/move' => $body->moveTo($request->get['to']),
        '/s/form' => $request->files['f']['size'],
        default => strlen($request->getContent()),
    });
});
run();
