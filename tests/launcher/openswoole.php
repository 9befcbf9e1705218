<?php
// A server with the names of OpenSwoole, whose requests a handler of PSR-15 answers, or a function: `method` says which.

require __DIR__ . '/../support/server.php';
require given('autoload');

$server = new OpenSwoole\WebSocket\Server('127.0.0.1', 0, OpenSwoole\Server::POOL_MODE, OpenSwoole\Constant::SOCK_TCP);
$server->set(['worker_num' => 1]);
$server->on('start', fn(OpenSwoole\Server $server) => announce($server));
$server->on('message', fn(OpenSwoole\WebSocket\Server $server, OpenSwoole\WebSocket\Frame $frame) => null);
if (given('method') === 'handle') {
    $server->handle(function (Psr\Http\Message\ServerRequestInterface $request) {
        co::usleep(1000);
        if ($request->getUri()->getPath() === '/fails') {
            throw new RuntimeException('as told');
        }
        return new Nyholm\Psr7\Response(200, [], $request->getMethod());
    });
} else {
    $server->setHandler(require __DIR__ . '/applications/messages.php');
}
run();
