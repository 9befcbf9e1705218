--TEST--
Server\Task: flags tell how it was given, worker_id is 0 or more, and finish() is false where nobody takes the result
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
$server->on('task', function ($server, Swoole\Server\Task $task) {
    $finished = $task->finish($task->flags);
    $name = is_string($task->data) ? substr($task->data, 0, 9) : 'array';
    file_put_contents('php://stdout', "$name $task->flags $task->worker_id " . json_encode($finished) . "\n");
});
$server->on('finish', fn () => null);
$server->addProcess(new Swoole\Process(function () {
    global $server;
    $server->task('process');
    sleep(100);
}));
$server->on('start', function ($server) {
    report_port($server);
    $server->task('master');
});
$server->on('request', function ($request, $response) {
    global $server;
    $server->task('plain');
    $server->task(['array']);
    $server->task('callback', -1, fn () => null);
    $results = [$server->taskwait('wait'), $server->taskwait(str_repeat('x', 1 << 20)), $server->taskCo(['co'])[0]];
    $response->end(json_encode($results));
});
PHP, ['task_worker_num' => 1, 'task_use_object' => true]);
$server->until('process ');
$server->until('master ');
echo $server->get('/'), "\n";
$server->until('co ');
$lines = explode("\n", trim($server->stop()));
sort($lines);
echo implode("\n", $lines), "\n";
$server = start_server(<<<'PHP'
$server->on('task', fn ($server, Swoole\Server\Task $task) => $task->finish($task->flags));
$server->on('request', function ($request, $response) {
    global $server;
    $response->end(json_encode([$server->taskwait('wait'), $server->taskWaitMulti(['multi'])]));
});
PHP, ['task_worker_num' => 1, 'task_use_object' => true, 'enable_coroutine' => false]);
echo $server->get('/'), "\n", $server->stop();
?>
--EXPECT--
[36,37,36]
array 6 0 true
callback 12 0 true
co 36 0 true
master 4 0 false
plain 4 0 true
process 132 2 false
wait 36 0 true
xxxxxxxxx 37 0 true
[0,[16]]
