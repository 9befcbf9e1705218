--TEST--
tern.openswoole: classes of the library, before and after they are loaded
--INI--
tern.openswoole=1
--FILE--
<?php
spl_autoload_register(function (string $name) { echo "asked for $name\n"; });

$group = new Swoole\Coroutine\WaitGroup();
var_dump(class_exists('OpenSwoole\Coroutine\WaitGroup', false));
var_dump($group instanceof OpenSwoole\Coroutine\WaitGroup, $group instanceof Co\WaitGroup);
var_dump(class_exists('openswoole\CONNECTIONpool'));
var_dump((new ReflectionClass('OpenSwoole\ConnectionPool'))->getName());
var_dump(class_exists('OpenSwoole\Nothing'));

class Mine extends OpenSwoole\Client {}
var_dump(get_parent_class('Mine'), new Mine(OPENSWOOLE_SOCK_TCP) instanceof Swoole\Client);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
string(21) "Swoole\ConnectionPool"
asked for OpenSwoole\Nothing
bool(false)
string(13) "Swoole\Client"
bool(true)
