--TEST--
Thread\Map: values, keys, counts, and what an array and an object become
--FILE--
<?php
use Swoole\Thread\ArrayList;
use Swoole\Thread\Map;

$values = ['int' => PHP_INT_MIN, 'float' => 0.1, 'text' => 'short', 'long' => str_repeat('x', 5000), '' => '', 'null' => null,
    'true' => true, 'false' => false, 7 => "\0bytes\0", -1 => 'negative'];
$map = new Map($values);
var_dump($map->toArray() === $values, $map->keys() === array_keys($values), $map->values() === array_values($values));
foreach ($values as $key => $value) {
    if ($map[$key] !== $value || !isset($map[$key])) echo "wrong: $key\n";
}
var_dump(count($map), $map['none'], isset($map['none']), $map['none'] ?? 'default', empty($map['null']));
unset($map['int'], $map['none'], $map[-1]);
var_dump(count($map), isset($map['int']), $map->keys()[0]);

echo "nested\n";
$map['list'] = [1, [2, 3], 'k'];
$map['map'] = ['a' => ['b' => 'c']];
$map['empty'] = [];
var_dump(get_class($map['list']), get_class($map['list'][1]), get_class($map['map']), get_class($map['empty']));
$map['map']['a']['b'] = 'changed';
$map['list'][] = 'more';
var_dump($map['map']['a']->toArray(), $map['list']->toArray()[3], $map['list'] == $map['list']);
$same = $map['map'];
unset($map['map']);
var_dump($same['a']['b']);

echo "objects\n";
$map['object'] = new ArrayObject(['x' => 1]);
var_dump($map['object'] == new ArrayObject(['x' => 1]), $map['object'] === $map['object']);
$reference = 5;
$array = [&$reference];
$map['references'] = $array;
$reference = 6;
var_dump($map['references'][0]);
$map['clean'] = 1;
$map->clean();
var_dump(count($map), $map->toArray());
$map[] = 'null is the key ""';
var_dump($map->toArray());
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
int(10)
NULL
bool(false)
string(7) "default"
bool(true)
int(8)
bool(false)
string(5) "float"
nested
string(23) "Swoole\Thread\ArrayList"
string(23) "Swoole\Thread\ArrayList"
string(17) "Swoole\Thread\Map"
string(23) "Swoole\Thread\ArrayList"
array(1) {
  ["b"]=>
  string(7) "changed"
}
string(4) "more"
bool(true)
string(7) "changed"
objects
bool(true)
bool(false)
int(5)
int(0)
array(0) {
}
array(1) {
  [""]=>
  string(18) "null is the key """
}
