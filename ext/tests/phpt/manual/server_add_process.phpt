--TEST--
The manual's user process: it sends what it reads to all connections
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0);
    $server->set(['worker_num' => 1]);
    $process = new Swoole\Process(function (Swoole\Process $process) use ($server) {
        echo "user process\n";
        $socket = $process->exportSocket();
        while (true) {
            $message = $socket->recv();
            if ($message === '' || $message === false) break;
            foreach ($server->connections as $connection) $server->send($connection, $message);
        }
    }, false, 2, 1);
    var_dump($server->addProcess($process));
    $server->on('receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) use ($process) {
        $process->write($data);
    });
    return $server;
});
$one = $program->connect();
$two = $program->connect();
fwrite($two, "hi ");
fread($two, 3);
fread($one, 3);
fwrite($one, "hello\n");
echo fgets($one), fgets($two);
$program->stop();
?>
--EXPECTREGEX--
(int\(\d+\)|bool\(true\))
user process
hello
hello
