<?php
// A server of a program, around what the server of a folder has.
use Swoole\Http\Server;
use Tern\Internal\Framework\Application\{Adapter, HandlerPool, PoolLimits};

$applications = new HandlerPool(Adapter::of(new App(), 'the test'), null, new PoolLimits(1, 0, 0));
$server = new Server('127.0.0.1', 0);
$server->set(['worker_num' => 1, 'enable_static_handler' => true, 'document_root' => __DIR__]);
$server->set(json_decode(getenv('TERN_TEST_OPTIONS'), true));
$server->on('request', function ($request, $response) use ($applications) {
    if ($request->server['path_info'] === '/metrics') {
        $response->end(Tern\Metrics::render());
        return;
    }
    Swoole\Coroutine::setTimeLimit((float) ($request->get['limit'] ?? 0));
    $applications->respond($request, $response);
    isset($request->get['after']) && wait_at_door('after');
});
$server->start();
