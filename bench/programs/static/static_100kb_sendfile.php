<?php
// A file by a script that remembers which there are.
$server = new Swoole\Http\Server('127.0.0.1', (int) $argv[1], SWOOLE_PROCESS);
$server->set(['worker_num' => swoole_cpu_num() * 2, 'log_level' => SWOOLE_LOG_ERROR]);
$server->on('request', function ($request, $response) {
    /** @var array<string, array{file: string, there: bool}> $known */
    static $known = [];
    $path = $request->server['request_uri'];
    $known[$path] ??= ['file' => $file = getenv('BENCH_FILES') . '/' . basename($path), 'there' => is_file($file)];
    if (!$known[$path]['there']) {
        $response->status(404);
        $response->end();
        return;
    }
    $response->header('Content-Type', 'application/pdf');
    $response->sendfile($known[$path]['file']);
});
$server->start();
