--TEST--
tern.openswoole: without it there is no name of OpenSwoole
--FILE--
<?php
function of_openswoole(array $names): array
{
    return array_values(array_filter($names, fn($name) => stripos($name, 'openswoole') === 0));
}

var_dump(ini_get('tern.openswoole'));
var_dump(of_openswoole(get_declared_classes()));
var_dump(of_openswoole(get_defined_functions()['internal']));
var_dump(of_openswoole(array_keys(get_defined_constants())));
foreach (['Server', 'Util', 'Constant', 'Coroutine\WaitGroup', 'ConnectionPool'] as $name) {
    var_dump(class_exists("OpenSwoole\\$name"));
}
var_dump(method_exists('Swoole\Coroutine', 'usleep'), method_exists('Swoole\Coroutine', 'select'));
var_dump(method_exists('Swoole\Coroutine\Channel', 'getId'), method_exists('Swoole\Http\Server', 'setHandler'));
var_dump(defined('Swoole\Server::POOL_MODE'), defined('Swoole\Runtime::HOOK_ALL'));
?>
--EXPECT--
string(1) "0"
array(0) {
}
array(0) {
}
array(0) {
}
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
