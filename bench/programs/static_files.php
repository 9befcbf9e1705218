<?php
// static_files.php PORT FOLDER MANNER: the files of a folder, by the static handler (`static`) or by sendfile().
[, $port, $folder, $manner] = $argv;

$server = new Swoole\Http\Server('127.0.0.1', (int) $port, SWOOLE_BASE);
$server->set([
    'worker_num' => 1, 'backlog' => 4096, 'log_level' => 4, 'enable_static_handler' => $manner === 'static', 'document_root' => $folder,
]);
$server->on('request', fn($request, $response) => $response->sendfile($folder . $request->server['path_info']));
$server->start();
