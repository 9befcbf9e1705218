<?php
// New code without a lost request: change examples/reload/app.php, then `kill -USR1` the pid that is printed here.
// What is loaded before start() stays as it is until the server is restarted; what workerStart loads is loaded again by
// every new worker. So this file is kept small, and the program lives behind workerStart.
use Swoole\Http\Server;

$server = new Server('127.0.0.1', 9501);
$server->set([
    'worker_num' => 2,
    'max_wait_time' => 10,  // a request that is still running in a worker that leaves has that long
]);

$app = null;

$server->on('start', function (Server $server) {
    echo "kill -USR1 {$server->master_pid} loads the new code, Ctrl-C stops\n";
});

$server->on('workerStart', function (Server $server, int $workerId) use (&$app) {
    // If this throws, the worker ends before it serves; during a reload the old one goes on.
    $app = require __DIR__ . '/reload/app.php';
});

$server->on('request', function ($request, $response) use (&$app) {
    /** @var callable $app */
    $app($request, $response);
});

$server->start();
