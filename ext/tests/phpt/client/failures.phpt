--TEST--
Client: refused, out of time, reset, sends that nobody takes
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Client;

$listener = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1);
$client = new Client(SWOOLE_SOCK_TCP);
echo "out of time\n";
var_dump($client->connect('127.0.0.1', $port, 0.01));
var_dump($client->recv(), $client->errCode, $client->errMsg, $client->recv(3, Client::MSG_PEEK), $client->errCode);
var_dump($client->recv(3, Client::MSG_WAITALL), $client->errCode);
$client->set(['open_eof_check' => true]);
var_dump($client->recv(), $client->errCode, $client->isConnected());
$sent = $client->send(str_repeat('x', 64 << 20));
var_dump($sent > 0 && $sent < 64 << 20, $client->errCode, $client->send('more', Client::MSG_DONTWAIT), $client->errCode);
echo "refused\n";
$client->close();
fclose($listener);
var_dump($client->connect('127.0.0.1', $port), $client->errCode, $client->errMsg, $client->sock, $client->close());
echo "reset\n";
$port = serve(fn($connection) => stream_socket_recvfrom($connection, 1));
var_dump($client->connect('127.0.0.1', $port, 5), $client->send('two'), $client->recv(), $client->errCode);
?>
--EXPECT--
out of time
bool(true)
bool(false)
int(11)
string(32) "Resource temporarily unavailable"
bool(false)
int(11)
bool(false)
int(11)
bool(false)
int(11)
bool(true)
bool(true)
int(110)
bool(false)
int(11)
refused
bool(false)
int(111)
string(18) "Connection refused"
int(-1)
bool(false)
reset
bool(true)
int(3)
bool(false)
int(104)
