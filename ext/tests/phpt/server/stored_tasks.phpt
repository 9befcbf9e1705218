--TEST--
Server options task_ipc_mode and message_queue_key: tasks that no worker has begun run after the next start
--SKIPIF--
<?php if (!is_readable('/proc/sysvipc/msg')) exit('skip the kernel lists no message queues'); ?>
--FILE--
<?php
require __DIR__ . '/../server.inc';
$key = getmypid() << 8 | 0x54;
$queue = fn() => preg_match("~^ *$key ~m", file_get_contents('/proc/sysvipc/msg')) === 1 ? "a queue\n" : "no queue\n";
$code = <<<'PHP'
$server->on('task', function ($server, $id, $from, $data) {
    echo "task $data from $from\n";
    if ($data === 'long') sleep(100);
    return "of $data";
});
$server->on('finish', fn($server, $id, $data) => print("result $data\n"));
$server->on('request', function ($request, $response) use ($server) {
    foreach (['long', 'one', ['two'], str_repeat('x', 70000)] as $data) $server->task($data);
    $response->end('given');
});
PHP;
$code = str_replace('"task $data', '"task " . json_encode($data) . "', $code);
$options = ['task_worker_num' => 1, 'task_ipc_mode' => 2, 'message_queue_key' => $key, 'max_wait_time' => 0.2];
$server = start_server($code, $options);
echo $server->get('/'), "\n";
$server->until('task "long"');
echo preg_replace('~queue 0x\w+~', 'queue', $server->stop());
echo $queue();

$server = start_server($code, $options);
foreach (['"one" from 0', '["two"] from 0'] as $task) $server->until("task $task\n");
$server->until("result of one\n");
$server->stop();
echo $queue();
?>
--EXPECTF--
given
task "long" from 0
%A
a queue
no queue
