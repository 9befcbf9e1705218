--TEST--
Programs may keep properties of their own on servers, requests and responses
--FILE--
<?php
class Shop extends Swoole\Http\Server {}
foreach ([new Swoole\Http\Server('127.0.0.1', 0), new Shop('127.0.0.1', 0), Swoole\Http\Request::create(),
    new Swoole\Http\Response()] as $object) {
    $object->mine = 1;
    $object->mine++;
    echo get_class($object), ' ', $object->mine, "\n";
}
?>
--EXPECT--
Swoole\Http\Server 2
Shop 2
Swoole\Http\Request 2
Swoole\Http\Response 2
