<?php
// A server for upgrades: what a file `version` beside its log says decides what the next one does.
require __DIR__ . '/../support/server.php';

$folder = given('folder');
$version = is_file("$folder/version") ? trim(file_get_contents("$folder/version")) : 'first';
if ($version === 'no script') {
    throw new Exception('this version has no script');
}
$server = new Swoole\WebSocket\Server('127.0.0.1', 0);
$server->set(given('options', []) + ['worker_num' => 2, 'task_worker_num' => 1, 'task_enable_coroutine' => true]);
$server->on('start', announce(...));
if (str_starts_with($version, 'another port')) {
    $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
} elseif (given('unix_path', null) !== null) {
    $server->listen(given('unix_path'), 0, SWOOLE_SOCK_UNIX_STREAM);
}
if (given('receives', false)) {
    $port = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
    $port->set(['open_http_protocol' => false, 'open_websocket_protocol' => false]);
    $port->on('receive', fn($server, $fd, $worker, $data) => $server->send($fd, "$version $data"));
}
$server->on('workerStart', function () use ($version) {
    if (str_ends_with($version, 'no worker')) {
        throw new Exception('this version has no worker');
    }
    if ($version === 'slow') {
        note('<starts>');
        while (!is_file(given('folder') . '/open')) {  // without hooks: it blocks, so the worker is not ready
            clearstatcache();
            usleep(10_000);
        }
    }
});
$server->on('connect', fn($server, $fd) => note("<connect $version>"));
$server->on('close', fn($server, $fd) => note("<close $version>"));
$server->on('message', fn($server, $frame) => $server->push($frame->fd, "$version $frame->data"));
$server->on('task', function ($server, $task) use ($folder) {
    while (!is_file("$folder/open")) {
        Co::sleep(0.01);
    }
    note("<task $task->data>");
    $task->finish(true);
});
$server->on('finish', fn() => null);
$server->on('request', function ($request, $response) use ($server, $folder, $version) {
    match ($request->server['path_info']) {
        '/wait' => wait_for("$folder/open"),
        '/task' => $server->task($version),
        '/upgrade' => Tern\upgrade(),
        default => null,
    };
    $response->end(getmypid() . " $version " . md5((string) $request->getContent()));
});

function wait_for(string $path): void
{
    note('<waits>');
    while (!is_file($path)) {
        clearstatcache();
        Co::sleep(0.01);
    }
}

run();
