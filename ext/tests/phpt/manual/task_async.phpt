--TEST--
The manual's tasks: task(), finish() and the finish event
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0);
    $server->set(['worker_num' => 1, 'task_worker_num' => 2]);
    $server->on('Receive', function (Swoole\Server $server, $fd, $reactorId, $data) {
        $id = $server->task(['fd' => $fd, 'text' => $data]);
        echo "task $id given\n";
    });
    $server->on('Task', function (Swoole\Server $server, $taskId, $reactorId, $data) {
        if (!$server->taskworker) echo "not a task worker\n";
        $data['text'] = strtoupper($data['text']);
        $server->finish($data);
    });
    $server->on('Finish', function (Swoole\Server $server, $taskId, $data) {
        echo "task $taskId done: {$data['text']}\n";
        $server->close($data['fd']);
    });
    return $server;
});
$program->say('hello');
$program->say('world');
$program->stop();
?>
--EXPECT--
task 0 given
task 0 done: HELLO
task 1 given
task 1 done: WORLD
