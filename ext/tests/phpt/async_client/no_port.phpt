--TEST--
Async\Client: connect() with null for a port is refused, with a warning
--FILE--
<?php
$client = new Swoole\Async\Client(SWOOLE_SOCK_TCP);
foreach (['connect', 'receive', 'error', 'close'] as $event) $client->on($event, fn() => print("$event\n"));
var_dump($client->connect('127.0.0.1', null, 2.0), swoole_last_error() === SWOOLE_ERROR_INVALID_PARAMS);
?>
--EXPECTF--

Warning: Swoole\Async\Client::connect(): Argument #2 ($port) must be between 1 and 65535, 0 given in %s on line %d
bool(false)
bool(true)
