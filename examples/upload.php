<?php
// A form with a file: large bodies go to disk while they arrive, so memory stays small.
//   curl -F title=Notes -F document=@README.md http://127.0.0.1:9501/
use Swoole\Http\Server;

$target = sys_get_temp_dir();

$server = new Server('127.0.0.1', 9501);
$server->set([
    'package_max_length' => '64M',  // a larger request is answered 413
    'upload_tmp_dir' => $target,    // the same file system as the target: moving is renaming
]);

$server->on('request', function ($request, $response) use ($target) {
    $response->header('Content-Type', 'application/json');
    $file = $request->files['document'] ?? null;
    if ($file === null || $file['error'] !== UPLOAD_ERR_OK) {
        $response->status(422);
        $response->end(json_encode(['error' => 'the field "document" has no file'], JSON_THROW_ON_ERROR));
        return;
    }
    // Never the client's name: it is only told back. A file that is not moved is removed after the request.
    $kept = tempnam($target, 'kept-');
    rename($file['tmp_name'], $kept);
    $response->end(json_encode([
        'title' => $request->post['title'] ?? '',
        'name' => $file['name'],
        'bytes' => $file['size'],
        'sha256' => hash_file('sha256', $kept),
    ], JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR));
    unlink($kept);  // a real program would not
});

$server->start();
