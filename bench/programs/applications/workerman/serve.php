<?php
// For Workerman, with its package in BENCH_VENDOR: an event loop in each process, and calls that block it.
function serve(callable $answer): void
{
    require getenv('BENCH_VENDOR') . '/autoload.php';
    $server = new Workerman\Worker('http://127.0.0.1:' . getenv('BENCH_PORT'));
    $server->count = (int) getenv('BENCH_WORKERS');
    $server->reusePort = true;
    $server->onMessage = function ($connection) use ($answer) {
        $connection->send(new Workerman\Protocols\Http\Response(200, ['Content-Type' => 'text/html'], $answer()));
    };
    Workerman\Worker::$pidFile = getcwd() . '/workerman.pid';
    Workerman\Worker::$logFile = getcwd() . '/log-workerman';
    Workerman\Worker::$stdoutFile = '/dev/null';
    Workerman\Worker::runAll();
}
