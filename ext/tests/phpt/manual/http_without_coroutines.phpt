--TEST--
The manual's enable_coroutine => false: a request that makes its own coroutine, and one that needs none
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Http\Server('127.0.0.1', 0);
    $server->set(['worker_num' => 1, 'enable_coroutine' => false]);
    $server->on('request', function ($request, $response) {
        if ($request->server['request_uri'] == '/coro') {
            go(function () use ($response) {
                co::sleep(0.001);
                $response->header('Content-Type', 'text/plain');
                $response->end('in coroutine ' . (Co::getCid() > 0 ? 'yes' : 'no'));
            });
        } else {
            $response->header('Content-Type', 'text/plain');
            $response->end('in coroutine ' . (Co::getCid() > 0 ? 'yes' : 'no'));
        }
    });
    return $server;
});
echo $program->get('/coro'), "\n", $program->get('/'), "\n";
$program->stop();
?>
--EXPECT--
in coroutine yes
in coroutine no
