--TEST--
Async\Client: errors, the peer's end, much data at once, datagrams
--FILE--
<?php
require __DIR__ . '/../client/serve.inc';
use Swoole\Async\Client;
use Swoole\Event;

function client(int $type, array $callbacks): Client
{
    $client = new Client($type);
    $callbacks += ['connect' => fn() => 0, 'receive' => fn() => 0, 'error' => fn(Client $client) => print("error $client->errCode\n"), 'close' => fn() => print("closed\n")];
    array_map($client->on(...), array_keys($callbacks), $callbacks);
    return $client;
}

echo "nobody\n";
$free = stream_socket_server('tcp://127.0.0.1:0');
$nobody = (int) substr(strrchr(stream_socket_get_name($free, false), ':'), 1);
fclose($free);
var_dump(client(SWOOLE_SOCK_TCP, [])->connect('127.0.0.1', $nobody));
Event::wait();

echo "the peer ends\n";
$port = serve(fn($connection) => fwrite($connection, 'bye'));
client(SWOOLE_SOCK_TCP, ['receive' => fn(Client $client, string $data) => print("$data\n")])->connect('127.0.0.1', $port, 5);
Event::wait();

echo "much\n";
[$near, $far] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$port = serve(function ($connection) use ($far) {
    fgets($far);  // it reads when the client has sent more than the kernel takes
    for ($bytes = 0; $bytes < 8 << 20; $bytes += strlen($data)) {
        $data = fread($connection, 65536);
    }
    fwrite($connection, (string) $bytes);
});
$client = client(SWOOLE_SOCK_TCP, [
    'connect' => function (Client $client) {
        $file = __DIR__ . '/ends.tmp';
        file_put_contents($file, str_repeat('f', 1 << 20));
        var_dump($client->sendfile($file, 0, 1 << 20));
        for ($i = 0; $i < 7; ++$i) {
            $client->send(str_repeat('x', 1 << 20));
        }
    },
    'bufferFull' => fn() => fwrite($near, "go on\n") && print("full\n"),
    'bufferEmpty' => fn() => print("empty\n"),
    'receive' => fn(Client $client, string $data) => print("$data\n"),
]);
$client->set(['socket_buffer_size' => 65536]);
$client->connect('127.0.0.1', $port, 5);
Event::wait();
unlink(__DIR__ . '/ends.tmp');

echo "packets\n";
$port = serve(fn($connection) => fwrite($connection, "a\nb") && fwrite($connection, "c\n"));
$client = client(SWOOLE_SOCK_TCP, ['receive' => fn(Client $client, string $data) => print($data)]);
$client->set(['open_eof_split' => true, 'package_eof' => "\n"]);
$client->connect('127.0.0.1', $port, 5);
Event::wait();

echo "datagrams\n";
$peer = stream_socket_server('udp://127.0.0.1:0', flags: STREAM_SERVER_BIND);
$port = (int) substr(strrchr(stream_socket_get_name($peer, false), ':'), 1);
$client = new Client(SWOOLE_SOCK_UDP);
$client->on('receive', function (Client $client, string $data) {
    echo "$data\n";
    var_dump($client->close());
});
$client->on('connect', function (Client $client) use ($peer) {
    $client->send('ping');
    $from = '';
    stream_socket_recvfrom($peer, 100, 0, $from);
    stream_socket_sendto($peer, 'pong', 0, $from);
});
$client->connect('127.0.0.1', $port, 5);
Event::wait();
?>
--EXPECT--
nobody
bool(true)
error 111
the peer ends
bye
closed
much
bool(true)
full
empty
8388608
closed
packets
a
bc
closed
datagrams
pong
bool(true)
