<?php
// Processes that wait for files of the test: one that starts for the end of hold-N, N its number, /slow for GO. With the file
// `busy` a worker does nothing but spin from its first moment on.

require __DIR__ . '/../support/server.php';

function wait_while(bool $there, string $file): void
{
    while (is_file($file) === $there) {
        clearstatcache();
        usleep(1000);
    }
}

$server = prepared(new Swoole\Http\Server('127.0.0.1', given('port', 0)));
$server->on('workerStart', function ($server, $id) {
    note("<starts $id", getmypid() . '>');
    wait_while(true, "hold-$id");
    note("<started $id", getmypid() . '>');
    if (is_file('busy')) {
        Swoole\Event::defer(function () {
            unlink('busy');
            note('<busy', getmypid() . '>');
            while (true) {
                usleep(1000);
            }
        });
    }
});
$server->on('workerError', fn($server, $id, $pid, $code, $signal) => note("<workerError $id $pid $signal>"));
$server->on('afterReload', fn() => note('<afterReload>'));
$server->on('task', function ($server, $id, $from, $data) {
    note("<task $data", getmypid() . '>');
    if ($data === 'wait') {
        wait_while(false, 'GO');
    }
    return $data;
});
$server->on('finish', fn($server, $id, $data) => note("<finish $data>"));
$server->on('taskLost', fn($server, $id, $worker) => note("<lost $id $worker>"));
$server->on('request', function ($request, $response) use ($server) {
    if (answers_serving($request, $response, $server)) {
        return;
    }
    if ($request->server['path_info'] === '/tasks') {
        array_map($server->task(...), ['wait', 'a', 'b', 'c']);
        return $response->end();
    }
    if ($request->server['path_info'] === '/slow') {
        note('<slow', getmypid() . '>');
        while (!is_file('GO')) {
            clearstatcache();
            Swoole\Coroutine::sleep(0.002);
        }
    }
    $response->end((string) getmypid());
});
run();
