--TEST--
Manual: Async\Client: connect, receive, close and error
--FILE--
<?php
use Swoole\Async\Client;
use Swoole\Process;

$server = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
$process = new Process(function () use ($server) {
    $connection = stream_socket_accept($server, 30);
    fwrite($connection, strrev(fread($connection, 100)));
    fread($connection, 100);
});
$process->start();
fclose($server);

$client = new Client(SWOOLE_SOCK_TCP);
$client->on('connect', function (Client $client) {
    var_dump($client->isConnected());
    $client->send('hello');
});
$client->on('receive', function (Client $client, string $data) use ($port) {
    var_dump($data);
    $client->close();
    var_dump($client->isConnected());
});
$client->on('error', function () { echo "error\n"; });
$client->on('close', function (Client $client) { echo "close\n"; });
var_dump($client->connect('127.0.0.1', $port, 5));
Swoole\Event::wait();
Process::wait();

$client = new Client(SWOOLE_SOCK_TCP);
foreach (['connect', 'receive', 'close'] as $event) $client->on($event, function () use ($event) { echo "$event\n"; });
$client->on('Error', function (Client $client) { var_dump($client->errCode); });
$client->connect('127.0.0.1', $port, 5);
Swoole\Event::wait();
?>
--EXPECT--
bool(true)
bool(true)
string(5) "olleh"
close
bool(false)
int(111)
