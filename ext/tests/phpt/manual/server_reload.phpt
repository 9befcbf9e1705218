--TEST--
The manual's reload(): workers load the code again; beforeReload and afterReload
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$code = tempnam(sys_get_temp_dir(), 'tern-code-');
file_put_contents($code, '<?php return "old";');
$reloaded = new Swoole\Atomic(0);
$program = start_program(function () use ($code, $reloaded) {
    $server = new Swoole\Server('127.0.0.1', 0, SWOOLE_PROCESS);
    $server->set(['worker_num' => 1, 'reload_async' => true, 'max_wait_time' => 10, 'log_file' => '/dev/null']);
    $server->on('beforeReload', fn (Swoole\Server $server) => print "before reload\n");
    $server->on('afterReload', function (Swoole\Server $server) use ($reloaded) {
        echo "after reload\n";
        $reloaded->wakeup();
    });
    $server->on('workerStart', function (Swoole\Server $server, int $workerId) use ($code) {
        $server->loaded = include $code;
    });
    $server->on('receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) {
        $server->send($fd, $server->loaded);
        if ($data === 'reload' && !$server->reload()) echo "not reloaded\n";
        $server->close($fd);
    });
    return $server;
});
echo $program->say('show'), "\n";
file_put_contents($code, '<?php return "new";');
$program->say('reload');
$reloaded->wait(30);
echo $program->say('show'), "\n";
$program->stop();
unlink($code);
?>
--EXPECT--
old
before reload
after reload
new
