--TEST--
Manual: Swoole\Client with datagrams, connected and not
--FILE--
<?php
use Swoole\Client;
use Swoole\Process;

$server = stream_socket_server('udp://127.0.0.1:0', $code, $text, STREAM_SERVER_BIND);
$port = (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
$process = new Process(function () use ($server) {
    for ($i = 0; $i < 2; $i++) {
        $data = stream_socket_recvfrom($server, 1500, 0, $peer);
        stream_socket_sendto($server, "echo $data", 0, $peer);
    }
});
$process->start();

$client = new Client(SWOOLE_SOCK_UDP);
var_dump($client->connect('127.0.0.1', $port, 5, 1), $client->send('one'), $client->recv(), $client->getsockname()['host']);
$other = new Client(SWOOLE_SOCK_UDP);
var_dump($other->sendto('127.0.0.1', $port, 'two'), $other->recv(), $other->getpeername()['port'] === $port);
Process::wait();
?>
--EXPECT--
bool(true)
int(3)
string(8) "echo one"
string(9) "127.0.0.1"
bool(true)
string(8) "echo two"
bool(true)
