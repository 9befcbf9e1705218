--TEST--
RemoteObject\Client: a name that has an IPv6 address only
--SKIPIF--
<?php
if (!preg_match('/^::1\s.*\bip6-localhost\b/m', (string) @file_get_contents('/etc/hosts'))) die('skip there is no ip6-localhost');
?>
--FILE--
<?php
require __DIR__ . '/server.inc';
use Swoole\RemoteObject\Client;

$port = free_port();
$process = serve('::1', $port, []);
$call = fn() => var_dump((new Client('ip6-localhost', $port))->call('strtoupper', 'x'));
$call();
Co\run($call);
stop($process);
?>
--EXPECT--
string(1) "X"
string(1) "X"
