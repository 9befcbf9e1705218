--TEST--
Library: tern.swoole_compat=0 leaves it out
--INI--
tern.swoole_compat=0
--FILE--
<?php
spl_autoload_register(function ($class) { echo "autoloader: $class\n"; });
var_dump(class_exists('Swoole\Coroutine\WaitGroup'), class_exists('Tern\Internal\Latch'), function_exists('Swoole\Coroutine\batch'));
?>
--EXPECT--
autoloader: Swoole\Coroutine\WaitGroup
autoloader: Tern\Internal\Latch
bool(false)
bool(false)
bool(false)
