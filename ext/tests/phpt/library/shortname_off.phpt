--TEST--
Library: swoole.use_shortname=Off takes the short names away
--INI--
swoole.use_shortname=Off
--FILE--
<?php
spl_autoload_register(function ($class) { echo "autoloader: $class\n"; });
var_dump(class_exists('Co\WaitGroup'), function_exists('Co\batch'), function_exists('Co\map'));
var_dump(class_exists('Swoole\Coroutine\WaitGroup'), function_exists('Swoole\Coroutine\batch'));
var_dump(class_exists('Co\WaitGroup'));
?>
--EXPECT--
autoloader: Co\WaitGroup
bool(false)
bool(false)
bool(false)
bool(true)
bool(true)
autoloader: Co\WaitGroup
bool(false)
