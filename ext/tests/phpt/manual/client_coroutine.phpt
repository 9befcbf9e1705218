--TEST--
Manual: Coroutine\Client: a request, a length protocol, failures
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Coroutine\Client;
use function Swoole\Coroutine\go;
use function Swoole\Coroutine\run;

run(function () {
    $server = new Coroutine\Server('127.0.0.1', 0);
    $server->set(['open_length_check' => true, 'package_length_type' => 'N', 'package_length_offset' => 0, 'package_body_offset' => 4, 'package_max_length' => 1024 * 1024]);
    $server->handle(function (Coroutine\Server\Connection $connection) {
        while ($data = $connection->recv()) $connection->send(pack('N', strlen($data) - 5) . substr($data, 5));
    });
    go(fn () => $server->start());

    $client = new Client(SWOOLE_SOCK_TCP);
    $client->set([
        'timeout' => 5, 'connect_timeout' => 1.0, 'write_timeout' => 10.0, 'read_timeout' => 5,
        'open_length_check' => true, 'package_length_type' => 'N', 'package_length_offset' => 0, 'package_body_offset' => 4,
        'package_max_length' => 2000000,
    ]);
    if (!$client->connect('127.0.0.1', $server->port)) {
        echo "connect failed. Error: {$client->errCode}\n";
    }
    var_dump($client->isConnected(), $client->connected, $client->getpeername()['port'] === $server->port, $client->getsockname()['host'] ?? $client->getsockname()['address']);
    $client->send(pack('N', 6) . 'xhello');
    var_dump(substr($client->recv(), 4));
    var_dump($client->exportSocket() instanceof Coroutine\Socket, $client->close(), $client->connected, $client->close(), $client->errCode);
    $server->shutdown();

    $unused = new Coroutine\Socket(AF_INET, SOCK_STREAM, 0);
    $unused->bind('127.0.0.1');
    $client = new Client(SWOOLE_SOCK_TCP);
    var_dump($client->connect('127.0.0.1', $unused->getsockname()['port'], 0.5), $client->errCode, $client->errMsg, $client->send('x'), $client->errCode);
});
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
string(9) "127.0.0.1"
string(5) "hello"
bool(true)
bool(true)
bool(false)
bool(false)
int(5001)
bool(false)
int(111)
string(18) "Connection refused"
bool(false)
int(5001)
