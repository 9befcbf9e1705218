--TEST--
Socket: connections that do not come about; unix sockets; datagrams
--EXTENSIONS--
sockets
--FILE--
<?php
use Swoole\Coroutine\Socket;
Co\run(function () {
    $server = new Socket(AF_INET, SOCK_STREAM);
    $server->bind('127.0.0.1');
    $port = $server->getsockname()['port'];
    $client = new Socket(AF_INET, SOCK_STREAM);
    var_dump($client->connect('127.0.0.1', $port), $client->errCode === SOCKET_ECONNREFUSED, $client->errMsg);
    $server->listen();
    var_dump($client->connect('127.0.0.1', $port), $client->errCode);
    var_dump((new Socket(AF_INET, SOCK_STREAM))->connect('name.invalid', 80), in_array(swoole_last_error(), [SWOOLE_ERROR_DNSLOOKUP_RESOLVE_FAILED, SWOOLE_ERROR_DNSLOOKUP_RESOLVE_TIMEOUT]));

    $path = sys_get_temp_dir() . '/tern_socket_' . getmypid();
    $server = new Socket(AF_UNIX, SOCK_STREAM);
    var_dump($server->bind($path), $server->listen(0), $server->getsockname() === ['address' => $path, 'port' => 0]);
    $clients = [];
    // More than the backlog holds: they wait until there is room.
    for ($i = 0; $i < 5; ++$i) {
        go(function () use ($path, $i, &$clients) {
            $clients[$i] = new Socket(AF_UNIX, SOCK_STREAM);
            if (!$clients[$i]->connect($path) || $clients[$i]->send((string) $i) !== 1) echo $clients[$i]->errMsg, "\n";
        });
    }
    $got = [];
    while (count($got) < 5) $got[] = $server->accept(5)->recv();
    sort($got);
    echo implode(' ', $got), "\n";
    unlink($path);
    $client = new Socket(AF_UNIX, SOCK_STREAM);
    var_dump($client->connect($path), $client->errCode === SOCKET_ENOENT);

    $one = new Socket(AF_INET, SOCK_DGRAM);
    $one->bind('127.0.0.1');
    $two = new Socket(AF_INET, SOCK_DGRAM);
    $two->bind('127.0.0.1');
    $at = $one->getsockname();
    var_dump($two->sendto('127.0.0.1', $at['port'], 'a datagram'), $two->sendto('127.0.0.1', $at['port'], ''));
    var_dump($one->recvfrom($peer, 5), $peer === $two->getsockname(), $one->recv(10, 5));
    var_dump($two->sendto('localhost.invalid', $at['port'], 'x'), $two->errCode === SOCKET_EINVAL);
    var_dump($two->connect('127.0.0.1', $at['port']), $two->sendAll('y'), $one->recvAll(100, 5));
});
?>
--EXPECT--
bool(false)
bool(true)
string(18) "Connection refused"
bool(true)
int(0)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
0 1 2 3 4
bool(false)
bool(true)
int(10)
int(0)
string(10) "a datagram"
bool(true)
string(0) ""
bool(false)
bool(true)
bool(true)
int(1)
string(1) "y"
