--TEST--
RemoteObject\Client: connect_timeout is the time for all addresses of a name
--SKIPIF--
<?php
if (!preg_match('/^::1\s.*\blocalhost\b/m', (string) @file_get_contents('/etc/hosts'))) die('skip localhost has no IPv6');
if (!@stream_socket_server('tcp://[::1]:0')) die('skip there is no IPv6');
?>
--FILE--
<?php
require __DIR__ . '/things.inc';

// Of IPv4 the queue is full, so the kernel drops what asks for a connection. Of IPv6 there is room.
$context = stream_context_create(['socket' => ['backlog' => 0]]);
for ($tries = 0; $tries < 100; ++$tries) {
    $full = stream_socket_server('tcp://127.0.0.1:0', $code, $text, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
    $port = (int) substr(strrchr(stream_socket_get_name($full, false), ':'), 1);
    $free = @stream_socket_server("tcp://[::1]:$port");
    if ($free !== false) break;
}
$first = stream_socket_client("tcp://127.0.0.1:$port");
$client = new Swoole\RemoteObject\Client('localhost', $port, ['connect_timeout' => 0.05, 'timeout' => 10]);
attempt(fn () => $client->call('strlen', ''));
stream_set_blocking($free, false);
var_dump(@stream_socket_accept($free, 0));
?>
--EXPECTF--
Swoole\RemoteObject\Exception: Cannot connect to tcp://localhost:%d: Connection timed out
bool(false)
