--TEST--
The manual's timers of a server: tick(), after(), clearTimer(), defer()
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0);
    $server->set(['worker_num' => 1]);
    $server->on('receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) {
        $server->defer(fn () => print "deferred\n");
        $count = 0;
        $server->tick(1, function (int $id, string $word) use ($server, $fd, &$count) {
            echo "tick $word\n";
            if (++$count < 3) return;
            var_dump($server->clearTimer($id));
            $server->after(1, function () use ($server, $fd) {
                echo "after\n";
                $server->close($fd);
            });
        }, 'tock');
        echo "started\n";
    });
    return $server;
});
$program->say('go');
$program->stop();
?>
--EXPECT--
started
deferred
tick tock
tick tock
tick tock
bool(true)
after
