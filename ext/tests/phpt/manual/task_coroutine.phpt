--TEST--
The manual's task_enable_coroutine: the callback gets a Server\Task in a coroutine; a callback for one task
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0);
    $server->set(['worker_num' => 1, 'task_worker_num' => 1, 'task_enable_coroutine' => true]);
    $server->on('receive', function (Swoole\Server $server, $fd, $reactorId, $data) {
        $server->task((object) ['text' => $data], -1, function (Swoole\Server $server, $taskId, $result) use ($fd) {
            echo "task $taskId: " . get_class($result) . " $result->text\n";  // one write: the task worker prints, too
            $server->close($fd);
        });
    });
    $server->on('task', function (Swoole\Server $server, Swoole\Server\Task $task) {
        echo json_encode([$task->worker_id, $task->id, $task->flags >= 0, is_float($task->dispatch_time)]), "\n";
        var_dump(Swoole\Coroutine::getCid() > 0);
        Swoole\Coroutine::sleep(0.001);
        $task->data->text = strrev($task->data->text);
        var_dump($task->finish($task->data));
    });
    return $server;
});
$program->say('hello');
$program->stop();
?>
--EXPECTREGEX--
\[0,0,true,true\]
bool\(true\)
(bool\(true\)
task 0: stdClass olleh|task 0: stdClass olleh
bool\(true\))
