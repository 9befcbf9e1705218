--TEST--
A server cannot be cloned or serialized
--FILE--
<?php
$server = new Swoole\Server('127.0.0.1', 0);
foreach ([fn() => clone $server, fn() => serialize($server), fn() => clone $server->ports[0],
          fn() => new Swoole\Server\Port()] as $try) {
    try {
        $try();
        echo "no error\n";
    } catch (Throwable $error) {
        echo $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
Trying to clone an uncloneable object of class Swoole\Server
Serialization of 'Swoole\Server' is not allowed
Trying to clone an uncloneable object of class Swoole\Server\Port
Call to private Swoole\Server\Port::__construct() from global scope
