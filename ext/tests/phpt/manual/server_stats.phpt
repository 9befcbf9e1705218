--TEST--
The manual's stats(): the figures of a server
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0);
    $server->set(['worker_num' => 1, 'task_worker_num' => 1]);
    $server->on('task', fn () => 0);
    $server->on('workerStart', function (Swoole\Server $server, int $workerId) {
        if ($workerId === 0) echo $server->getWorkerStatus() === SWOOLE_WORKER_BUSY ? "busy\n" : "not busy\n";
    });
    $server->on('receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) {
        $stats = $server->stats();
        foreach (['connection_num', 'accept_count', 'close_count', 'worker_num', 'task_worker_num', 'user_worker_num', 'idle_worker_num',
            'task_idle_worker_num', 'tasking_num', 'coroutine_num', 'request_count', 'worker_request_count', 'abort_count', 'dispatch_count',
            'total_recv_bytes', 'total_send_bytes'] as $name) {
            echo "$name ", $stats[$name], "\n";
        }
        var_dump($stats['start_time'] <= time(), $server->getWorkerStatus() === SWOOLE_WORKER_BUSY, $server->getWorkerId(), $server->getWorkerPid() === getmypid());
        $server->close($fd);
    });
    return $server;
});
$program->say('hello');
$program->stop();
?>
--EXPECT--
not busy
connection_num 1
accept_count 1
close_count 0
worker_num 1
task_worker_num 1
user_worker_num 0
idle_worker_num 0
task_idle_worker_num 1
tasking_num 0
coroutine_num 1
request_count 1
worker_request_count 1
abort_count 0
dispatch_count 1
total_recv_bytes 5
total_send_bytes 0
bool(true)
bool(true)
int(0)
bool(true)
