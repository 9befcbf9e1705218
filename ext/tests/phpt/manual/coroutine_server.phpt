--TEST--
Manual: Coroutine\Server: connections, exportSocket(), shutdown()
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Coroutine\Server\Connection;
use function Swoole\Coroutine\run;

run(function () {
    $server = new Coroutine\Server('127.0.0.1', 0, false, true);
    $server->handle(function (Connection $connection) use ($server) {
        while (true) {
            $data = $connection->recv(30);
            if ($data === '' || $data === false) {
                $connection->close();
                break;
            }
            var_dump($connection->exportSocket() instanceof Coroutine\Socket, $connection->send("hello $data"));
            if ($data === 'stop') var_dump($server->shutdown());
        }
    });
    Coroutine::create(function () use ($server) {
        $client = stream_socket_client("tcp://127.0.0.1:$server->port");
        foreach (['one', 'stop'] as $word) {
            fwrite($client, $word);
            var_dump(fread($client, 100));
        }
        fclose($client);
    });
    var_dump($server->start());
});
gc_collect_cycles();  // the server and its handlers
?>
--EXPECT--
bool(true)
int(9)
string(9) "hello one"
bool(true)
int(10)
bool(true)
bool(true)
string(10) "hello stop"
