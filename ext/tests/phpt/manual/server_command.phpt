--TEST--
The manual's commands: addCommand() for each kind of process, command() from a worker
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0, SWOOLE_BASE);
    $server->set(['worker_num' => 2, 'task_worker_num' => 1]);
    $server->addCommand('echo', SWOOLE_SERVER_COMMAND_MASTER | SWOOLE_SERVER_COMMAND_EVENT_WORKER | SWOOLE_SERVER_COMMAND_TASK_WORKER,
        function (Swoole\Server $server, string $message) {
            $data = json_decode($message, true);
            return json_encode(['worker' => $server->worker_id, 'name' => $data['name'] ?? '']);
        });
    $server->on('task', fn () => 0);
    $server->on('receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) {
        $message = ['name' => trim($data)];
        var_dump($server->command('echo', 0, SWOOLE_SERVER_COMMAND_MASTER, $message) === ['worker' => -1, 'name' => 'Ann']);
        var_dump($server->command('echo', 1, SWOOLE_SERVER_COMMAND_EVENT_WORKER, $message));
        var_dump($server->command('echo', 0, SWOOLE_SERVER_COMMAND_TASK_WORKER, $message, false));
        $server->close($fd);
    });
    return $server;
});
$program->say("Ann\n");
$program->stop();
?>
--EXPECT--
bool(true)
array(2) {
  ["worker"]=>
  int(1)
  ["name"]=>
  string(3) "Ann"
}
string(25) "{"worker":2,"name":"Ann"}"
