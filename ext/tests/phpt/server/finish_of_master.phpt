--TEST--
Server::finish() and Task::finish() return false for a task of the master, which gets the result all the same
--FILE--
<?php
require __DIR__ . '/../server.inc';
foreach ([false, true] as $coroutines) {
    $server = start_server(<<<'PHP'
    $server->on('task', function ($server, $task, $from = null, $data = null) {
        $result = is_object($task) ? $task->finish("of $task->data") : $server->finish("of $data");
        // One write: another process prints at the same time.
        echo (is_object($task) ? $task->data : $data) . ': ' . var_export($result, true) . "\n";
    });
    $server->on('finish', fn($server, $id, $data) => print("got $data\n"));
    $server->on('managerStart', fn($server) => $server->task('master'));
    $server->on('request', function ($request, $response) use ($server) {
        $server->task('worker');
        $response->end('');
    });
    PHP, ['task_worker_num' => 1, 'task_enable_coroutine' => $coroutines]);
    foreach (['master: false', 'got of master'] as $line) $server->until("$line\n");
    $server->get('/');
    foreach (['worker: true', 'got of worker'] as $line) $server->until("$line\n");
    $server->stop();
}
echo "done\n";
?>
--EXPECT--
done
