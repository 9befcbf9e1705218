--TEST--
The manual's Server\Task::pack() and unpack()
--FILE--
<?php
error_reporting(E_ALL);
foreach (['text', ['a' => 1], 12, 1.5, null, true, (object) ['x' => [1]]] as $value) {
    $packed = Swoole\Server\Task::pack($value);
    var_dump(is_string($packed), Swoole\Server\Task::unpack($packed) == $value);
}
var_dump(Swoole\Server\Task::unpack(''));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
