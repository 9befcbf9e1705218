<?php
// An application of the API over FastCGI; those that suspend are resumed by /resume.

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->set(['open_fastcgi_protocol' => true]);
$waiting = [];
function on_show($request, $response)
{
    $response->header('Content-Type', 'application/json');
    $response->end(json_encode([
        'server' => array_diff_key($request->server, array_flip(['request_time', 'request_time_float', 'master_time'])),
        'header' => $request->header,
        'get' => $request->get,
        'post' => $request->post,
        'cookie' => $request->cookie,
        'files' => array_map(fn($file) => [$file['name'], file_get_contents($file['tmp_name'])], $request->files ?? []),
        'body' => $request->rawContent(),
    ]));
}
function on_pieces($request, $response)
{
    $response->status(201, 'Made');
    $response->header('X-Test', 'a');
    $response->cookie('c', 'd');
    $response->write('one ');
    $response->write('two');
    $response->end();
}
function on_pid($request, $response)
{
    $response->end((string) getmypid());
}
function on_large($request, $response)
{
    $response->end(str_repeat('0123456789', 100_000));
}
function on_wait($request, $response)
{
    global $waiting;
    $waiting[] = Swoole\Coroutine::getCid();
    note('WAITING');
    try {
        Swoole\Coroutine::yield();
        $response->end('waited');
    } catch (Swoole\Coroutine\CanceledException $canceled) {
        note('CANCELED');
        throw $canceled;
    }
}
function on_resume($request, $response)
{
    global $waiting;
    $all = $waiting;
    $waiting = [];
    array_map(Swoole\Coroutine::resume(...), $all);
    $response->end((string) count($all));
}
ignore_user_abort(false);
$server->on('request', by_path($server));
run();
