--TEST--
The manual's flow control: enable_delay_receive, confirm(), pause(), resume(), protect()
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0, SWOOLE_BASE);
    $server->set(['worker_num' => 1, 'enable_delay_receive' => true, 'open_eof_split' => true, 'package_eof' => "\n"]);
    $server->on('connect', function (Swoole\Server $server, int $fd) {
        echo "connect\n";
        Swoole\Timer::after(1, function () use ($server, $fd) {
            echo "confirm\n";
            var_dump($server->confirm($fd), $server->confirm($fd), $server->protect($fd), $server->protect($fd, false));
        });
    });
    $server->on('receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) {
        echo 'receive ', $data;
        if ($data !== "one\n") return $server->close($fd);
        var_dump($server->pause($fd));
        Swoole\Timer::after(1, function () use ($server, $fd) {
            echo "resume\n";
            var_dump($server->resume($fd));
        });
    });
    return $server;
});
$client = $program->connect();
fwrite($client, "one\n");
fwrite($client, "two\n");
var_dump(stream_get_contents($client));
$program->stop();
?>
--EXPECT--
connect
confirm
bool(true)
bool(false)
bool(true)
bool(true)
receive one
bool(true)
resume
bool(true)
receive two
string(0) ""
