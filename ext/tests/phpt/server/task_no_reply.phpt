--TEST--
A task of the master has the flag SWOOLE_TASK_NOREPLY when nothing waits for its result
--FILE--
<?php
foreach ([false, true] as $has_finish) {
    $server = new Swoole\Server('127.0.0.1', 0);
    $server->set(['worker_num' => 1, 'task_worker_num' => 1, 'task_use_object' => true, 'log_level' => SWOOLE_LOG_WARNING]);
    $server->on('receive', fn () => null);
    $server->on('managerStart', fn ($server) => $server->task('x'));
    $server->on('task', function ($server, $task) use ($has_finish) {
        var_dump($task->flags & SWOOLE_TASK_NOREPLY);
        if (!$has_finish) $server->shutdown();
        return 'done';
    });
    if ($has_finish) $server->on('finish', fn ($server) => $server->shutdown());
    $server->start();
}
?>
--EXPECT--
int(128)
int(0)
