--TEST--
Server: a result for a worker that has left does not hold the shutdown up
--FILE--
<?php
$server = new Swoole\Server('127.0.0.1', 0);
$server->set(['worker_num' => 1, 'task_worker_num' => 1, 'log_level' => SWOOLE_LOG_WARNING]);
$server->on('receive', fn () => 0);
$server->on('task', function ($server, $id, $from, $pid) {
    while (Swoole\Process::kill($pid, 0)) usleep(1000);
    return 'nobody wants this';
});
$server->on('workerStart', function ($server, $workerId) {
    if ($workerId !== 0) return;
    var_dump($server->taskwait(getmypid(), 0.001), swoole_last_error() === SWOOLE_ERROR_TASK_TIMEOUT);
    $server->shutdown();
});
var_dump($server->start());
?>
--EXPECT--
bool(false)
bool(true)
bool(true)
