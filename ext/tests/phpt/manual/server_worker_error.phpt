--TEST--
The manual's workerError: a worker that is killed is replaced
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0, SWOOLE_PROCESS);
    $server->set(['worker_num' => 1, 'log_file' => '/dev/null']);
    $server->on('workerError', function (Swoole\Server $server, int $workerId, int $workerPid, int $exitCode, int $signal) {
        var_dump($workerId, $workerPid > 0, $exitCode, $signal);
    });
    $server->on('receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) {
        if ($data === 'die') Swoole\Process::kill($server->worker_pid, SIGKILL);
        $server->send($fd, 'alive');
        $server->close($fd);
    });
    return $server;
});
if (!defined('SIGKILL')) define('SIGKILL', 9);
$first = $program->say('die');
while (($answer = @$program->say('ping')) !== 'alive');
$program->stop();
var_dump($first, $answer);
?>
--EXPECT--
int(0)
bool(true)
int(0)
int(9)
string(0) ""
string(5) "alive"
