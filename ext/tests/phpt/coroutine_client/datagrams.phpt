--TEST--
Coroutine\Client: datagrams over UDP and unix sockets, with and without connect()
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Client;
use Swoole\Coroutine\Socket;

// Sends back what comes, in capitals, so many times.
function datagram_server(int $domain, string $address, int $count): Socket
{
    $socket = new Socket($domain, SOCK_DGRAM);
    $socket->bind($address);
    go(function () use ($socket, $count) {
        while ($count-- > 0 && ($data = $socket->recvfrom($peer)) !== false) {
            $socket->sendto($peer['address'], $peer['port'] ?? 0, strtoupper($data));
        }
    });
    return $socket;
}

Co\run(function () {
    foreach ([[AF_INET, '127.0.0.1', SWOOLE_SOCK_UDP], [AF_INET6, '::1', SWOOLE_SOCK_UDP6]] as [$domain, $address, $type]) {
        $server = datagram_server($domain, $address, 4);
        $port = $server->getsockname()['port'];
        $client = new Client($type);
        var_dump($client->connect($address, $port, 5), $client->send('one'), $client->recv());
        var_dump($client->send(''), $client->recv(), $client->close());
        $client = new Client($type);
        var_dump($client->sendto($address, $port, 'two'), $client->isConnected(), $client->recvfrom(100, $from, $from_port), $from === $address, $from_port === $port);
        var_dump($client->connect($address, $port, 5), $client->send('cut off'), $client->recvfrom(3, $from), $client->sendfile(__FILE__), $client->errCode);
    }
    echo "refused\n";
    $server->close();
    var_dump($client->send('x'), $client->recv(), $client->errCode);

    echo "unix\n";
    $path = sys_get_temp_dir() . '/tern-' . bin2hex(random_bytes(6));
    $server = datagram_server(AF_UNIX, $path, 1);
    $client = new Client(SWOOLE_SOCK_UNIX_DGRAM);
    var_dump($client->connect($path), $client->send('three'), $client->recv());
    $own = $client->getsockname();
    var_dump(file_exists($own['host']), $own['port'], $client->close(), file_exists($own['host']));
    unlink($path);
    var_dump(@(new Client(SWOOLE_SOCK_UDP))->recvfrom(0, $from));
    echo error_get_last()['message'], "\n";
});
?>
--EXPECT--
bool(true)
int(3)
string(3) "ONE"
int(0)
string(0) ""
bool(true)
bool(true)
bool(false)
string(3) "TWO"
bool(true)
bool(true)
bool(true)
int(7)
string(3) "CUT"
bool(false)
int(22)
bool(true)
int(3)
string(3) "ONE"
int(0)
string(0) ""
bool(true)
bool(true)
bool(false)
string(3) "TWO"
bool(true)
bool(true)
bool(true)
int(7)
string(3) "CUT"
bool(false)
int(22)
refused
int(1)
bool(false)
int(111)
unix
bool(true)
int(5)
string(5) "THREE"
bool(true)
int(0)
bool(true)
bool(false)
bool(false)
Swoole\Coroutine\Client::recvfrom(): Argument #1 ($length) must be greater than 0, 0 given
