<?php
// A small site: static files, an upload with progress, a live panel. Open http://127.0.0.1:9501/ in a browser.
// Files below examples/site are sent without running PHP; only /upload and /live reach the callback.
use Swoole\Coroutine;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\Http\Server;
use Tern\Http\EventStream;

$server = new Server('127.0.0.1', 9501);
$server->set([
    'worker_num' => 1,              // $watching below is this worker's
    'enable_static_handler' => true,
    'document_root' => __DIR__ . '/site',
    'http_index_files' => ['index.html'],
    'static_cache_control' => [
        '/assets/*' => 'public, max-age=3600',  // not asked for again within an hour
        '*' => 'no-cache',                      // asked for every time: 304 while it is the same
    ],
    'package_max_length' => '64M',  // a larger upload is answered 413
]);

/** Tells what arrived. The file is removed after the request, as nobody moves it. */
function upload(Request $request, Response $response): void
{
    $file = $request->files['file'] ?? null;
    $response->header('Content-Type', 'application/json');
    if ($file === null || $file['error'] !== UPLOAD_ERR_OK) {
        $response->status(422);
        $response->end(json_encode(['error' => 'the field "file" has no file'], JSON_THROW_ON_ERROR));
        return;
    }
    $response->end(json_encode([
        'name' => $file['name'],
        'size' => $file['size'],
        'sha256' => hash_file('sha256', $file['tmp_name']),
    ], JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR));
}

/** Server-sent events: the counters of the server, twice a second, for as long as the page is open. */
function live(Server $server, Request $request, Response $response, int &$watching): void
{
    $events = new EventStream($response, $request);
    ++$watching;
    try {
        for ($id = 1; ; ++$id) {
            $stats = $server->stats();
            $data = json_encode([
                'time' => date('H:i:s'),
                'requests' => $stats['request_count'],
                'connections' => $stats['connection_num'],
                'sent' => $stats['total_send_bytes'],
                'memory' => memory_get_usage(),
                'watching' => $watching,
            ], JSON_THROW_ON_ERROR);
            if (!$events->send($data, null, (string) $id)) {
                return;  // the client went away
            }
            Coroutine::sleep(0.5);  // throws when the client goes away meanwhile
        }
    } finally {
        --$watching;  // however the stream ended
    }
}

$watching = 0;

$server->on('request', function (Request $request, Response $response) use ($server, &$watching) {
    switch ("{$request->server['request_method']} {$request->server['path_info']}") {
        case 'POST /upload':
            upload($request, $response);
            break;
        case 'GET /live':
            live($server, $request, $response, $watching);
            break;
        default:
            $response->status(404);
            $response->end("Not found\n");
    }
});

$server->start();
