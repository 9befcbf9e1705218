<?php
// The server of full_disk_upload_test.py, which has a small disk.

require __DIR__ . '/../support/server.php';

if (($bytes = given('filler', 0)) > 0) {
    file_put_contents(given('disk') . '/filler', str_repeat('x', $bytes));
}

$server = http_server();
$server->on('request', function ($request, $response) {
    $path = $request->server['path_info'];
    $disk = given('disk', '');
    $size = function (string $file) use ($disk) {
        clearstatcache();
        return file_exists("$disk/$file") ? filesize("$disk/$file") : -1;
    };
    switch ($path) {
        case '/form':
            $file = $request->files['f'];
            return $response->end(json_encode([$file['error'], $file['size'], $file['tmp_name'] !== '']));
        case '/stream':
            try {
                $said = (new Tern\Http\BodyStream($request))->moveTo("$disk/moved");
            } catch (Exception $e) {
                $said = get_class($e) . ' ' . $e->getMessage();
            }
            return $response->end(json_encode([$said, $size('moved')]));
        case '/write':
            $written = @Swoole\Coroutine\System::writeFile("$disk/written", str_repeat('x', 1 << 20));
            return $response->end(json_encode([$written, swoole_last_error() === 28]));
        case '/free':
            return $response->end((string) array_sum(array_map(unlink(...), glob("$disk/*"))));
    }
    $response->end((string) strlen($request->getContent()));
});
run();
