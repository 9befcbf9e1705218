<?php
// Answers with all that a Request has.

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->on('request', function ($request, $response) {
    $all = [];
    foreach (['header', 'server', 'cookie', 'get', 'post', 'files', 'tmpfiles'] as $name) {
        $all[$name] = $request->$name;
    }
    $all['raw'] = base64_encode($request->rawContent());
    $all['content'] = base64_encode($request->getContent());
    $all['data'] = base64_encode($request->getData());
    $all['method'] = $request->getMethod();
    $all['complete'] = $request->isCompleted();
    $all['fd'] = $request->fd;
    $all['stream'] = $request->streamId;
    $all['hashes'] = [];
    foreach ($request->tmpfiles ?? [] as $path) {
        $all['hashes'][] = hash_file('sha256', $path);
        $all['modes'][] = decoct(fileperms($path) & 0777);
    }
    $response->end(json_encode($all, JSON_PARTIAL_OUTPUT_ON_ERROR));
});
run();
