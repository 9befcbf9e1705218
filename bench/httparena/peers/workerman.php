<?php
// The pages under Workerman, with its package in BENCH_VENDOR.
require getenv('BENCH_VENDOR') . '/autoload.php';
require __DIR__ . '/pages.php';

Workerman\Connection\TcpConnection::$defaultMaxPackageSize = 32 << 20;
$server = new Workerman\Worker('http://127.0.0.1:' . getenv('BENCH_PORT'));
$server->count = (int) getenv('BENCH_WORKERS');
$server->reusePort = true;
$server->onMessage = function ($connection, $request) {
    $found = page($request->method(), $request->path(), $request->get() ?? [], fn() => $request->rawBody());
    $connection->send($found === null ? new Workerman\Protocols\Http\Response(404)
        : new Workerman\Protocols\Http\Response(200, ['Content-Type' => $found[0]], $found[1]));
};
Workerman\Worker::$pidFile = getcwd() . '/workerman.pid';
Workerman\Worker::$logFile = getcwd() . '/log-workerman';
Workerman\Worker::$stdoutFile = '/dev/null';
Workerman\Worker::runAll();
