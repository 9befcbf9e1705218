--TEST--
Process\Pool: a worker without coroutines may start a server; the end of the pool ends it
--FILE--
<?php
use Swoole\Process\Pool;
$pool = new Pool(1);
$pool->on('workerStart', function (Pool $pool) {
    $server = new Swoole\Http\Server('127.0.0.1', 0);
    $server->set(['worker_num' => 1, 'log_level' => SWOOLE_LOG_WARNING]);
    $server->on('start', function ($server) use ($pool) {
        $server->after(1, function () use ($server, $pool) {
            $client = new Swoole\Coroutine\Http\Client('127.0.0.1', $server->port);
            $client->get('/');
            echo $client->body, "\n";
            Swoole\Process::kill($pool->master_pid, SIGTERM);
        });
    });
    $server->on('shutdown', fn () => print("shutdown\n"));
    $server->on('request', fn ($request, $response) => $response->end('answered'));
    var_dump($server->start());
});
$pool->start();
echo "over\n";
?>
--EXPECT--
answered
shutdown
bool(true)
over
