--TEST--
Redis\Server: handlers by the name of their command, in any case
--FILE--
<?php
$server = new Swoole\Redis\Server('127.0.0.1', 0);
var_dump($server instanceof Swoole\Server, $server->getHandler('GET'));
var_dump($server->setHandler('get', 'strlen'), $server->getHandler('Get'));
var_dump($server->setHandler('GET', fn($fd, $words) => ''), $server->getHandler('get') instanceof Closure);
var_dump($server->setHandler('', 'strlen'));
var_dump(new swoole_redis_server('127.0.0.1', 0) instanceof Swoole\Redis\Server);
try {
    $server->setHandler('x', 'no_such_function');
} catch (TypeError $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECTF--
bool(true)
NULL
bool(true)
string(6) "strlen"
bool(true)
bool(true)

Warning: Swoole\Redis\Server::setHandler(): the name must have 1 to 128 bytes in %s on line %d
bool(false)
bool(true)
Swoole\Redis\Server::setHandler(): Argument #2 ($callback) must be a valid callback, function "no_such_function" not found or invalid function name
