--TEST--
The manual's coroutines in a server: go(), channels and a client in callbacks
--FILE--
<?php
require __DIR__ . '/server_program.inc';
use Swoole\Coroutine;
use Swoole\Coroutine\Channel;
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0, SWOOLE_BASE);
    $server->set(['worker_num' => 1, 'hook_flags' => SWOOLE_HOOK_ALL]);
    $server->on('receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) {
        if ($data === 'inner') {
            $server->send($fd, 'from within');
            return $server->close($fd);
        }
        var_dump(Coroutine::getCid() > 0);
        $results = new Channel(3);
        foreach (['a', 'b'] as $name) go(function () use ($results, $name) {
            Coroutine::sleep(0.001);
            $results->push($name);
        });
        go(function () use ($server, $results) {
            $client = new Coroutine\Client(SWOOLE_SOCK_TCP);
            $client->connect('127.0.0.1', $server->port, 30);
            $client->send('inner');
            $results->push($client->recv(30));
        });
        $all = [];
        for ($i = 0; $i < 3; ++$i) $all[] = $results->pop(30);
        sort($all);
        $server->send($fd, json_encode($all));
        $server->close($fd);
    });
    return $server;
});
echo $program->say('outer'), "\n";
$program->stop();
?>
--EXPECT--
bool(true)
["a","b","from within"]
