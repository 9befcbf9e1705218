--TEST--
display_errors: warnings of the API are not shown with swoole.display_errors off, or the option
--FILE--
<?php
$server = new Swoole\Server('127.0.0.1', 0);
$server->on('nothing', fn() => 0);
ini_set('swoole.display_errors', '0');
$server->on('nothing', fn() => 0);
ini_set('swoole.display_errors', '1');
Swoole\Coroutine::set(['display_errors' => false]);
var_dump($server->on('nothing', fn() => 0));
$server->set(['display_errors' => true]);
$server->on('nothing', fn() => 0);
?>
--EXPECTF--

Warning: Swoole\Server::on(): unknown event "nothing" in %s on line 3
bool(false)

Warning: Swoole\Server::on(): unknown event "nothing" in %s on line 10
