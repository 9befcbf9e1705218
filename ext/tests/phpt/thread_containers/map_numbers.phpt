--TEST--
Thread\Map: incr, decr, add, update, find, sort
--FILE--
<?php
use Swoole\Thread\ArrayList;
use Swoole\Thread\Map;

$map = new Map(['i' => 5, 'f' => 1.5, 't' => 'text', 'n' => null, 'y' => true]);
var_dump($map->incr('i'), $map->incr('i', 10), $map->decr('i', 2.9), $map->incr('f'), $map->decr('f', 0.25));
var_dump($map->incr('new', 2.5), $map->decr('other', 3), $map->incr('third', '7'), $map->incr('n'), $map->incr('y'));
$map['i'] = PHP_INT_MAX;
var_dump($map->incr('i') === PHP_INT_MIN);
foreach ([['t', 1], [new stdClass, 1], ['i', []]] as $arguments) {
    try {
        var_dump($map->incr(...$arguments));
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
echo "add, update\n";
var_dump($map->add('t', 1), $map['t'], $map->update('none', 1), isset($map['none']), $map->add('none', 1), $map->update('t', 2), $map['t']);

echo "find\n";
$map = new Map(['a' => 1, 'b' => '1', 3 => 1.0, 'x' => null, 'y' => true, 'long' => str_repeat('l', 100), 'o' => new stdClass, 'nan' => NAN]);
var_dump($map->find(1), $map->find('1'), $map->find(1.0), $map->find(null), $map->find(true), $map->find(false),
    $map->find(str_repeat('l', 100)), $map->find(new stdClass), $map->find(NAN), $map->find([]), $map->find(-0.0));

echo "sort\n";
$words = ['l' => 'lemon', 'o' => 'orange', 'O' => 'Orange', 'n10' => '10', 'n9' => '9', 'i' => 9, 'f' => 8.5, 'b' => 'banana', 'z' => null];
$map = new Map($words);
$map->sort();
asort($words);
var_dump($map->toArray() === $words);
$map['again'] = 1;
var_dump($map['lemon'] ?? $map['l'], array_key_last($map->toArray()));
$list = new ArrayList([3, '2', 1.5, 2]);
$list->sort();
echo json_encode($list->toArray()), "\n";
try {
    (new ArrayList([1, [2], 3]))->sort();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
(new Map)->sort();
(new Map(['one' => new stdClass]))->sort();
?>
--EXPECT--
int(6)
int(16)
int(14)
float(2.5)
float(2.25)
float(2.5)
int(-3)
int(7)
int(1)
int(2)
bool(true)
TypeError: Unsupported operand types
TypeError: Illegal offset type
int(-9223372036854775808)
add, update
bool(false)
string(4) "text"
bool(false)
bool(false)
bool(true)
bool(true)
int(2)
find
string(1) "a"
string(1) "b"
int(3)
string(1) "x"
string(1) "y"
NULL
string(4) "long"
NULL
NULL
NULL
NULL
sort
bool(true)
string(5) "lemon"
string(5) "again"
[1.5,"2",2,3]
Unsupported operand types
