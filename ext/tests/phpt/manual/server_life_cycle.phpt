--TEST--
The manual's life of a server: what is called where, and what the properties are there
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$log = tempnam(sys_get_temp_dir(), 'tern-life-');
$program = start_program(function () use ($log) {
    $server = new Swoole\Server('127.0.0.1', 0, SWOOLE_PROCESS);
    $server->set(['worker_num' => 1, 'task_worker_num' => 1]);
    $say = function (string $event) use ($server, $log) {
        $where = match (true) {
            $server->taskworker => 'task worker',
            $server->worker_id >= 0 => 'worker',
            default => 'master',
        };
        $pids = json_encode([$server->master_pid > 0, $server->manager_pid > 0, $server->worker_pid === getmypid()]);
        file_put_contents($log, "$event in $where $server->worker_id $pids\n", FILE_APPEND | LOCK_EX);
    };
    foreach (['Start', 'ManagerStart', 'ManagerStop', 'BeforeShutdown', 'Shutdown', 'WorkerStart', 'WorkerStop'] as $event) {
        $server->on($event, fn () => $say($event));
    }
    $server->on('Task', fn () => 0);
    $server->on('Receive', function (Swoole\Server $server, int $fd) { $server->shutdown(); });
    return $server;
});
$program->say('stop');
$program->wait();
$lines = file($log);
unlink($log);
sort($lines);
echo implode('', $lines);
?>
--EXPECT--
BeforeShutdown in master -1 [true,true,false]
ManagerStart in master -1 [true,true,false]
ManagerStop in master -1 [true,true,false]
Shutdown in master -1 [true,true,false]
Start in master -1 [true,true,false]
WorkerStart in task worker 1 [true,true,true]
WorkerStart in worker 0 [true,true,true]
WorkerStop in task worker 1 [true,true,true]
WorkerStop in worker 0 [true,true,true]
