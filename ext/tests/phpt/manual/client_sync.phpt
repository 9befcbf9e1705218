--TEST--
Manual: Swoole\Client outside of coroutines: TCP with an end of package, peek, wait for all
--FILE--
<?php
use Swoole\Client;
use Swoole\Process;

$server = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
$process = new Process(function () use ($server) {
    $connection = stream_socket_accept($server, 30);
    while (($line = fgets($connection)) !== false) fwrite($connection, 'Swoole: ' . $line);
});
$process->start();
fclose($server);

$client = new Client(SWOOLE_SOCK_TCP, SWOOLE_SOCK_SYNC);
$client->set(['open_eof_check' => true, 'package_eof' => "\n", 'package_max_length' => 1024 * 1024 * 2]);
if (!$client->connect('127.0.0.1', $port, 5)) {
    exit("connect failed. Error: {$client->errCode}\n");
}
var_dump($client->isConnected(), $client->send("hello\nworld\n"), $client->recv(), $client->recv());
var_dump($client->getsockname()['host'], $client->getpeername()['port'] === $port);
var_dump($client->shutdown(Client::SHUT_WR), $client->recv(), $client->close(), $client->isConnected());
Process::wait();

$client = new Client(SWOOLE_TCP);
var_dump(@$client->connect('127.0.0.1', $port, 1), $client->errCode, swoole_strerror($client->errCode), $client->close());
?>
--EXPECT--
bool(true)
int(12)
string(14) "Swoole: hello
"
string(14) "Swoole: world
"
string(9) "127.0.0.1"
bool(true)
bool(true)
string(0) ""
bool(true)
bool(false)
bool(false)
int(111)
string(18) "Connection refused"
bool(false)
