--TEST--
Manual: Requests that run at once and meet in a channel
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\Client;
use Swoole\Coroutine\Server;
use Swoole\Coroutine\Server\Connection;

Coroutine\run(function () {
    $server = new Server('127.0.0.1', 0);
    $server->handle(function (Connection $connection) {
        $name = $connection->recv();
        $connection->send("hello $name");
        $connection->close();
    });
    go(fn () => $server->start());

    $channel = new Channel(2);
    foreach (['one', 'two'] as $name) {
        go(function () use ($channel, $name, $server) {
            $client = new Client(SWOOLE_SOCK_TCP);
            $client->connect('127.0.0.1', $server->port, 5);
            $client->send($name);
            $channel->push([$name => $client->recv(5)]);
            $client->close();
        });
    }
    $result = [];
    for ($i = 0; $i < 2; $i++) $result += $channel->pop();
    ksort($result);
    print_r($result);
    $server->shutdown();
});
?>
--EXPECT--
Array
(
    [one] => hello one
    [two] => hello two
)
