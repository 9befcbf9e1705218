<?php
// The server of mix.py: a request of every kind.

use Swoole\Coroutine;

require __DIR__ . '/../support/server.php';

function on_get($request, $response): void
{
    $response->header('x-a', ['b', 'c']);
    $response->cookie('a', 'b');
    $response->end($request->get['a'] ?? '');
}

function on_stream($request, $response): void
{
    for ($n = 0; $n < 5; ++$n) {
        $response->write("piece $n");
    }
    $response->trailer('x-n', '5');
    $response->end();
}

function on_others($request, $response): void
{
    Coroutine::create(function () {
        Coroutine::sleep(0.001);
    });
    $response->end('default');
}

$server = http_server();
$server->on('request', function ($request, $response) {
    match ($request->server['path_info']) {
        '/get' => on_get($request, $response),
        '/post' => $response->end(json_encode($request->post)),
        '/files' => $response->end($request->files['f']['tmp_name'] . $request->post['a']['b']),
        '/raw' => $response->end((string) strlen($request->rawContent())),
        '/stream' => on_stream($request, $response),
        '/redirect' => $response->redirect('/get'),
        '/throw' => throw new RuntimeException('on purpose'),
        '/exit' => exit('text'),
        default => on_others($request, $response),
    };
});
run();
