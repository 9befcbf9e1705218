--TEST--
The manual's taskwait(), taskWaitMulti() and taskCo(): results, their order, and a timeout
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0);
    $server->set(['worker_num' => 1, 'task_worker_num' => 4]);
    $server->on('receive', function (Swoole\Server $server, $fd, $reactorId, $data) {
        var_dump($server->taskwait('single', 30));
        var_dump($server->taskwait('third worker', 30, 2));
        var_dump($server->taskWaitMulti([0 => 'zero', 'name' => 'one'], 30.0));
        var_dump($server->taskCo(['a', 'b'], 30));
        var_dump($server->taskwait('slow', 0.01));
        $server->close($fd);
    });
    $server->on('task', function (Swoole\Server $server, $taskId, $workerId, $data) {
        if ($data === 'third worker') return $server->worker_id;
        if ($data === 'slow') usleep(100_000);
        return "$data!";
    });
    $server->on('finish', fn () => print "never called\n");
    return $server;
});
$program->say('hello');
$program->stop();
?>
--EXPECT--
string(7) "single!"
int(3)
array(2) {
  [0]=>
  string(5) "zero!"
  ["name"]=>
  string(4) "one!"
}
array(2) {
  [0]=>
  string(2) "a!"
  [1]=>
  string(2) "b!"
}
bool(false)
