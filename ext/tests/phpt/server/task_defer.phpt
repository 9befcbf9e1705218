--TEST--
defer() in a task with task_enable_coroutine gets what the callback returns
--FILE--
<?php
$server = new Swoole\Server('127.0.0.1', 0);
$server->set(['worker_num' => 1, 'task_worker_num' => 1, 'task_enable_coroutine' => true, 'log_level' => SWOOLE_LOG_WARNING]);
$server->on('receive', fn () => null);
$server->on('workerStart', function ($server, $id) {
    if ($id === 0) $server->task('x', -1, function ($server, $id, $data) { echo $data, "\n"; $server->shutdown(); });
});
$server->on('task', function ($server, $task) {
    defer(fn ($returned) => $task->finish("deferred: $returned"));
    return 'returned';
});
$server->start();
?>
--EXPECT--
deferred: returned
