--TEST--
Client: connect() with flag 1 leaves EINPROGRESS for TCP
--FILE--
<?php
use Swoole\Client;

$listener = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1);
foreach (['127.0.0.1', 'localhost'] as $host) {
    $client = new Client(SWOOLE_SOCK_TCP);
    var_dump($client->connect($host, $port, 5, 1), $client->errCode === 115);
    $none = [];
    $write = [$client];
    var_dump(swoole_client_select($none, $write, $none, 5), $client->send('x'), $client->errCode);
}
$path = sys_get_temp_dir() . '/tern-' . bin2hex(random_bytes(6));
$unix = stream_socket_server("unix://$path");
$client = new Client(SWOOLE_SOCK_UNIX_STREAM);
var_dump($client->connect($path, 0, 5, 1), $client->errCode);
unlink($path);
?>
--EXPECT--
bool(true)
bool(true)
int(1)
int(1)
int(0)
bool(true)
bool(true)
int(1)
int(1)
int(0)
bool(true)
int(0)
