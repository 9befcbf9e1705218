--TEST--
The manual's settings: what $setting has before and after set(), and a port's own
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0);
    var_dump($server->set(['worker_num' => 1, 'max_request' => '100', 'daemonize' => 0, 'log_level' => SWOOLE_LOG_WARNING]));
    $server->set(['open_tcp_nodelay' => 1, 'backlog' => 128, 'max_conn' => 1000]);
    $port = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
    $port->set(['open_eof_check' => true, 'package_eof' => "\n"]);
    $port->on('receive', function ($server, $fd, $reactorId, $data) use ($port) {
        echo json_encode($port->setting), "\n";
        $server->close($fd);
    });
    $server->on('receive', function (Swoole\Server $server, int $fd) {
        foreach (['worker_num', 'max_request', 'daemonize', 'open_tcp_nodelay', 'backlog'] as $name) echo "$name ", json_encode($server->setting[$name]), "\n";
        var_dump(array_key_exists('task_worker_num', $server->setting), $server->mode === SWOOLE_BASE, $server->type === SWOOLE_SOCK_TCP, $server->host);
        $server->close($fd);
    });
    var_dump($server->getCallback('receive') instanceof Closure, $server->getCallback('close'));
    return $server;
});
$program->say('hello');
$program->say("hello\n", 1);
$program->stop();
?>
--EXPECT--
bool(true)
bool(true)
NULL
worker_num 1
max_request "100"
daemonize 0
open_tcp_nodelay 1
backlog 128
bool(true)
bool(true)
bool(true)
string(9) "127.0.0.1"
{"open_eof_check":true,"package_eof":"\n"}
