--TEST--
The manual's walk over connections: getClientInfo(), getClientList(), $connections, bind(), exists()
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0);
    $server->set(['worker_num' => 1, 'dispatch_mode' => 5, 'open_eof_split' => true, 'package_eof' => "\n"]);
    $server->on('connect', function (Swoole\Server $server, int $fd) {
        $server->send($fd, count($server->connections) . "\n");
    });
    $server->on('receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) {
        var_dump($server->bind($fd, 42), $server->bind($fd, 43));
        $info = $server->getClientInfo($fd);
        var_dump($info['uid'], $info['remote_ip'], $info['server_port'] === $server->port, $info['close_errno']);
        $start = 0;
        $all = [];
        while (true) {
            $list = $server->getClientList($start, 2);
            if ($list === false || count($list) === 0) break;
            $start = end($list);
            foreach ($list as $one) $all[] = $one;
        }
        var_dump(count($all), array_combine(range(1, count($all)), $all) === iterator_to_array($server->connections), isset($server->connections[$fd]));
        foreach ($server->connections as $one) $server->send($one, "hello\n");
        var_dump($server->exist($fd), $server->exists(1 << 30), $server->getClientInfo(1 << 30));
        var_dump($server->send(1 << 30, 'nobody'), $server->getLastError() === SWOOLE_ERROR_SESSION_NOT_EXIST);
        $server->send($fd, "over\n");
    });
    return $server;
});
$clients = [];
for ($i = 0; $i < 3; ++$i) {
    $clients[$i] = $program->connect();
    echo fgets($clients[$i]);
}
fwrite($clients[0], "now\n");
$answers = '';
foreach ($clients as $client) $answers .= fgets($client);
$answers .= fgets($clients[0]);
$program->stop();
echo $answers;
?>
--EXPECT--
1
2
3
bool(true)
bool(false)
int(42)
string(9) "127.0.0.1"
bool(true)
int(0)
int(3)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
bool(true)
hello
hello
hello
over
