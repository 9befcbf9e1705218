--TEST--
The manual's sendfile() and sendwait() to a TCP connection
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$file = tempnam(sys_get_temp_dir(), 'tern-file-');
file_put_contents($file, '0123456789');
$program = start_program(function () use ($file) {
    $server = new Swoole\Server('127.0.0.1', 0);
    $server->set(['worker_num' => 1]);
    $server->on('receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) use ($file) {
        var_dump($server->sendfile($fd, $file), $server->sendfile($fd, $file, 5), $server->sendfile($fd, $file, 2, 3));
        var_dump(@$server->sendfile($fd, $file . '.none'), $server->sendwait($fd, "\n"));
        $server->close($fd);
    });
    return $server;
});
echo $program->say('please');
$program->stop();
unlink($file);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
012345678956789234
