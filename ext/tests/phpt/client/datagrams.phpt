--TEST--
Client: datagrams, with and without a connection in the kernel
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Client;

$server = stream_socket_server('udp://127.0.0.1:0', $code, $text, STREAM_SERVER_BIND);
$stranger = stream_socket_server('udp://127.0.0.1:0', $code, $text, STREAM_SERVER_BIND);
$port_of = fn($socket) => (int) substr(strrchr(stream_socket_get_name($socket, false), ':'), 1);
$answer = function ($socket, string $answer) {
    $data = stream_socket_recvfrom($socket, 100, 0, $from);
    stream_socket_sendto($socket, $answer, 0, $from);
    return [$data, $from];
};

echo "without\n";
$client = new Client(SWOOLE_SOCK_UDP);
var_dump($client->connect('localhost', $port_of($server)), $client->getsockname()['host'], $client->send('hello'));
[$data, $from] = $answer($server, 'long answer');
var_dump($data, $client->recv(4), $client->getpeername()['port'] === $port_of($server));
stream_socket_sendto($stranger, 'psst', 0, $from);
var_dump($client->recv(), $client->getpeername()['port'] === $port_of($stranger));
var_dump($client->recv(10, Client::MSG_DONTWAIT), $client->errCode, $client->close());

echo "with\n";
$client = new Client(SWOOLE_SOCK_UDP);
var_dump($client->connect('127.0.0.1', $port_of($server), 0.01, 1), $client->send('hello'), $client->getsockname()['host']);
[, $from] = $answer($server, 'answer');
stream_socket_sendto($stranger, 'psst', 0, $from);
var_dump($client->recv(), $client->recv(), $client->errCode, $client->getpeername()['port'] === $port_of($server));

echo "sendto() alone\n";
$client = new Client(SWOOLE_SOCK_UDP);
var_dump($client->sendto('127.0.0.1', $port_of($server), 'alone'), $answer($server, 'alone, too')[0], $client->recv());
var_dump($client->connect('127.0.0.1', $port_of($stranger)), $client->send('now to another'), $answer($stranger, 'yes')[0], $client->recv());

echo "unix\n";
$path = sys_get_temp_dir() . '/tern-' . bin2hex(random_bytes(6));
$unix = stream_socket_server("udg://$path", $code, $text, STREAM_SERVER_BIND);
$client = new Client(SWOOLE_SOCK_UNIX_DGRAM);
var_dump($client->connect($path), $client->send('by path'), stream_socket_recvfrom($unix, 100, 0, $from));
Swoole\Coroutine\Socket::import($unix)->sendto($from, 0, 'back');
var_dump($client->recv());
$own = $client->getsockname()['host'];
unset($client);
var_dump(file_exists($own));
unlink($path);
?>
--EXPECT--
without
bool(true)
string(7) "0.0.0.0"
int(5)
string(5) "hello"
string(4) "long"
bool(true)
string(4) "psst"
bool(true)
bool(false)
int(11)
bool(true)
with
bool(true)
int(5)
string(9) "127.0.0.1"
string(6) "answer"
bool(false)
int(11)
bool(true)
sendto() alone
bool(true)
string(5) "alone"
string(10) "alone, too"
bool(true)
int(14)
string(14) "now to another"
string(3) "yes"
unix
bool(true)
int(7)
string(7) "by path"
string(4) "back"
bool(false)
