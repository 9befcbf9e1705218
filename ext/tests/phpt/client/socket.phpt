--TEST--
Client: getSocket() for options of the system, urgent data
--EXTENSIONS--
sockets
--FILE--
<?php
use Swoole\Client;

$listener = stream_socket_server('tcp://127.0.0.1:0');
$client = new Client(SWOOLE_SOCK_TCP);
var_dump($client->getSocket(), $client->errCode === SWOOLE_ERROR_CLIENT_NO_CONNECTION);
$client->connect('127.0.0.1', (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1), 5);
$peer = stream_socket_accept($listener);
$socket = $client->getSocket();
var_dump($socket instanceof Socket, socket_set_option($socket, SOL_SOCKET, SO_KEEPALIVE, 1));
unset($socket);
var_dump(socket_get_option($client->getSocket(), SOL_SOCKET, SO_KEEPALIVE), $client->send('still'), fread($peer, 10));

var_dump($client->recv(1, Client::MSG_OOB), $client->errCode);
stream_socket_sendto($peer, '!', STREAM_OOB);
$read = $write = null;
$except = [$client];
var_dump(swoole_client_select($read, $write, $except, 5), $client->recv(1, Client::MSG_OOB));
var_dump($client->send('?', Client::MSG_OOB), stream_socket_recvfrom($peer, 1, STREAM_OOB));
?>
--EXPECT--
bool(false)
bool(true)
bool(true)
bool(true)
int(1)
int(5)
string(5) "still"
bool(false)
int(22)
int(1)
string(1) "!"
int(1)
string(1) "?"
