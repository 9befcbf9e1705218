--TEST--
The manual's task_use_object, and finish() more than once
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0);
    $server->set(['worker_num' => 1, 'task_worker_num' => 3, 'task_use_object' => true]);
    $server->on('receive', function (Swoole\Server $server, $fd, $reactorId, $data) {
        $server->task(['fd' => $fd]);
    });
    $server->on('Task', function (Swoole\Server $server, Swoole\Server\Task $task) {
        $server->send($task->data['fd'], "task $task->id of worker $task->worker_id\n");
        $task->finish(['part' => 1] + $task->data);
        $task->finish(['part' => 2] + $task->data);
    });
    $server->on('finish', function (Swoole\Server $server, $taskId, $data) {
        $server->send($data['fd'], "part {$data['part']}\n");
        if ($data['part'] === 2) $server->close($data['fd']);
    });
    return $server;
});
echo $program->say('hello');
$program->stop();
?>
--EXPECT--
task 0 of worker 0
part 1
part 2
