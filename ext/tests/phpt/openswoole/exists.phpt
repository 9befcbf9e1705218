--TEST--
tern.openswoole: classes exist under their OpenSwoole names without autoload, and are listed once
--INI--
tern.openswoole=1
--FILE--
<?php
use function Tern\Internal\loaded_classes;
foreach (['OpenSwoole\Coroutine\WaitGroup', 'OpenSwoole\Util', 'OpenSwoole\Constant', 'openswoole\http\STATUS'] as $name) {
    $exists[] = class_exists($name, false) && in_array(strtolower($name), array_map(strtolower(...), get_declared_classes()), true);
}
var_dump(array_unique($exists), in_array('OpenSwoole\Constant', loaded_classes(), true));
$names = array_map(strtolower(...), get_declared_classes());
var_dump(count($names) - count(array_unique($names)));
// Swoole\Constant first, then its child of the other name.
var_dump(Swoole\Constant::OPTION_TIMEOUT, OpenSwoole\Constant::VERSION === OPENSWOOLE_VERSION, get_parent_class('OpenSwoole\Constant'));
var_dump(OpenSwoole\Coroutine\WaitGroup::class, new OpenSwoole\Coroutine\WaitGroup instanceof Swoole\Coroutine\WaitGroup);
?>
--EXPECT--
array(1) {
  [0]=>
  bool(true)
}
bool(false)
int(0)
string(7) "timeout"
bool(true)
string(15) "Swoole\Constant"
string(30) "OpenSwoole\Coroutine\WaitGroup"
bool(true)
