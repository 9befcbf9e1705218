<?php
// Handlers that wait for /open.

require __DIR__ . '/../support/server.php';

$server = http_server();

ignore_user_abort(false);
$server->on('workerStart', function () {
    $GLOBALS['gate'] = new Swoole\Coroutine\Channel(10);
});

$server->on('request', function ($request, $response) use ($server) {
    $path = $request->server['path_info'];
    switch ($path) {
        case '/open':
            $GLOBALS['gate']->push(1);
            return $response->end('opened');
        case '/pid':
            return $response->end((string) getmypid());
        case '/stream/wait':
            note('HEAD');
            $GLOBALS['gate']->pop();
            $hash = hash_init('sha256');
            foreach (new Tern\Http\BodyStream($request) as $piece) {
                hash_update($hash, $piece);
            }
            return $response->end(hash_final($hash));
        case '/stream/early':
            return $response->end('enough');
        case '/wait':
            note('WAITS');
            $GLOBALS['gate']->pop();
            return $response->end('waited');
    }
    $response->end($request->server['request_method'] . ' ' . $path . ' ' . strlen($request->rawContent()));
});
run();
