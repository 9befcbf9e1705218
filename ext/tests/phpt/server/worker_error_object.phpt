--TEST--
The object of workerError with event_object; stats() counts reloads
--FILE--
<?php
$server = new Swoole\Server('127.0.0.1', 0);
$server->set(['worker_num' => 1, 'log_level' => SWOOLE_LOG_NONE, 'event_object' => true]);
$ends = new Swoole\Atomic;
$server->addProcess(new Swoole\Process(function ($process) use ($ends) {
    match ($ends->get()) {
        0 => $process->exit(3),
        1 => Swoole\Process::kill(getmypid(), SIGKILL),
        default => sleep(100),
    };
}));
$server->on('receive', function () {});
$server->on('workerError', function ($server, $info) use ($ends) {
    $ends->add();
    echo get_class($info), " {$info->worker_id} ", json_encode([$info->worker_pid > 0, $info->status, $info->exit_code, $info->signal]), "\n";
    if ($ends->get() === 2) $server->reload();
});
$server->on('beforeReload', function ($server) {
    echo json_encode([$server->stats()['reload_count'], $server->stats()['last_reload_time'] >= $server->stats()['start_time']]), "\n";
    $server->shutdown();
});
$server->start();
?>
--EXPECT--
Swoole\Server\StatusInfo 1 [true,768,3,0]
Swoole\Server\StatusInfo 1 [true,9,0,9]
[1,true]
