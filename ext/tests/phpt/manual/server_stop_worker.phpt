--TEST--
The manual's stop(): a worker leaves, and another takes its place; workerExit sees its timers
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0, SWOOLE_PROCESS);
    $server->set(['worker_num' => 1, 'reload_async' => true, 'enable_coroutine' => true]);
    $server->on('workerStart', function (Swoole\Server $server, int $workerId) {
        $server->timer = Swoole\Timer::tick(3600_000, fn () => 0);
    });
    $server->on('workerExit', function (Swoole\Server $server, int $workerId) {
        Swoole\Timer::clearAll();
        Swoole\Event::exit();
    });
    $server->on('receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) {
        $server->send($fd, (string) getmypid());
        if ($data === 'stop') var_dump($server->stop($server->worker_id, true));
        $server->close($fd);
    });
    return $server;
});
$old = $program->say('stop');
while (($new = $program->say('who')) === $old || $new === '');
var_dump($old !== $new);
$program->stop();
?>
--EXPECT--
bool(true)
bool(true)
