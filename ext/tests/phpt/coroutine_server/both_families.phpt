--TEST--
Coroutine\Server, Coroutine\Http\Server: :: takes connections of IPv4 and IPv6
--SKIPIF--
<?php
if (trim(@file_get_contents('/proc/sys/net/ipv6/bindv6only')) !== '0') echo 'skip the system has no IPv6, or keeps it apart';
?>
--FILE--
<?php
use Swoole\Coroutine\Client;
use Swoole\Coroutine\Http\Client as HttpClient;
use Swoole\Coroutine\Http\Server as HttpServer;
use Swoole\Coroutine\Server;

Co\run(function () {
    $http = new HttpServer('::', 0);
    $http->handle('/', fn($request, $response) => $response->end("{$request->server['server_addr']} {$request->server['remote_addr']}"));
    $tcp = new Server('::', 0);
    $tcp->handle(fn($connection) => [$connection->send('hello'), $connection->close()]);
    go(fn() => $http->start());
    go(fn() => $tcp->start());
    foreach (['127.0.0.1' => SWOOLE_SOCK_TCP, '::1' => SWOOLE_SOCK_TCP6] as $address => $type) {
        $client = new HttpClient($address, $http->port);
        $client->get('/');
        echo $client->body, "\n";
        $client = new Client($type);
        $client->connect($address, $tcp->port);
        echo $client->recv(), "\n";
    }
    $http->shutdown();
    $tcp->shutdown();
});
?>
--EXPECT--
127.0.0.1 127.0.0.1
hello
::1 ::1
hello
