--TEST--
The manual's heartbeat: idle connections are listed and closed
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0);
    $server->set(['worker_num' => 1, 'heartbeat_check_interval' => 1, 'heartbeat_idle_time' => 1]);
    $server->on('connect', fn ($server, $fd) => print "connect\n");
    $server->on('receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) {
        var_dump($server->heartbeat(false));
        $server->send($fd, 'still here');
    });
    $server->on('close', fn ($server, $fd) => print "close\n");
    return $server;
});
$answer = $program->say('hello');
$program->stop();
echo "$answer\n";
?>
--EXPECT--
connect
array(0) {
}
close
still here
