<?php
// A server that handles each request in a context, which has loaded contexts_application.php.
require __DIR__ . '/../support/server.php';

use Swoole\Coroutine\Channel;
use Tern\Context;

final class Contexts
{
    public static ?Channel $free = null;

    public static function make(): Context
    {
        $context = Context::fresh();
        $context->include(__DIR__ . '/contexts_application.php');
        return $context;
    }
}

$server = http_server();
$server->on('workerStart', function () {
    Contexts::$free = new Channel(4);
    Swoole\Coroutine::create(function () {
        for ($i = 0; $i < 4; ++$i) {
            Contexts::$free->push(Contexts::make());
        }
    });
});
$server->on('request', function ($request, $response) {
    $path = $request->server['path_info'];
    if ($path === '/pid') {
        $response->end((string) getmypid());
        return;
    }
    $context = Contexts::$free->pop();
    try {
        $context->run('answer', $path, $request->get['name'] ?? '', $response);
    } finally {
        Contexts::$free->push($context);
    }
});
run();
