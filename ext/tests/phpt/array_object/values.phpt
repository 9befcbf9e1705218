--TEST--
ArrayObject: reading, searching and changing values; strings and arrays come as objects
--FILE--
<?php
use Swoole\ArrayObject;

$list = swoole_array(['a' => 'one', 'b' => [1, 2], 'c' => 3, 4 => 3]);
var_dump($list instanceof ArrayObject, get_class($list->get('a')), get_class($list->get('b')), $list->get('c'));
var_dump($list['a'], $list['none'], isset($list['a']), isset($list['none']), $list->exists('c'), count($list), $list->isEmpty());
try { $list->get('none'); } catch (Swoole\Exception\ArrayKeyNotExists $error) { echo $error->getMessage(), "\n"; }
var_dump($list->getOr('none', 5), $list->getOr('none'), (string) $list->first(), $list->last(), $list->firstKey(), $list->lastKey());
var_dump($list->indexOf(3), $list->lastIndexOf(3), $list->search('3'), $list->search('3', false), $list->contains(2), $list->contains('one'));
$list['new'] = 'x';
$list[] = 'last';
unset($list['b']);
echo json_encode($list->set('c', null)->delete(4)->toArray()), isset($list['c']) ? 'set' : ' null is not set', "\n";
$list->clear();
var_dump($list->isEmpty(), $list->first(), $list->last(), $list->firstKey(), $list->pop(), $list->popFront(), $list->randomGet());

$list = ArrayObject::from([1, 2, 1, 3, '1']);
echo json_encode($list->remove(1)->toArray()), json_encode($list->remove(1, false, true)->toArray()), json_encode($list->remove(9)->toArray()), "\n";
$list = new ArrayObject(['a', 'b']);
var_dump($list->push('c'), $list->pushBack('d'), $list->pushFront('z'));
echo $list->append('e', 'f')->insert(1, ['in', 'side'])->insert(-1, 'near')->toArray() === ['z', ['in', 'side'], 'a', 'b', 'c', 'd', 'e', 'near', 'f'] ? "inserted\n" : "wrong\n";
var_dump((string) $list->pop(), (string) $list->popBack(), (string) $list->popFront(), count($list->popFront()));
var_dump((string) $list->randomGet() !== '', (string) $list->join('-'), get_class($list->join()));
var_dump($list instanceof Countable, $list->__toArray() === $list->toArray());
try { new ArrayObject('a'); } catch (TypeError $error) { echo $error->getMessage(), "\n"; }
?>
--EXPECTF--
bool(true)
string(19) "Swoole\StringObject"
string(18) "Swoole\ArrayObject"
int(3)
string(3) "one"
NULL
bool(true)
bool(false)
bool(true)
int(4)
bool(false)
There is no key 'none'
int(5)
NULL
string(3) "one"
int(3)
string(1) "a"
int(4)
string(1) "c"
int(4)
bool(false)
string(1) "c"
bool(false)
bool(true)
{"a":"one","c":null,"new":"x","5":"last"} null is not set
bool(true)
NULL
NULL
NULL
NULL
NULL
NULL
{"1":2,"2":1,"3":3,"4":"1"}{"1":2,"3":3}{"1":2,"3":3}
int(3)
int(4)
int(5)
inserted
string(1) "f"
string(4) "near"
string(1) "z"
int(2)
bool(true)
string(9) "a-b-c-d-e"
string(19) "Swoole\StringObject"
bool(true)
bool(true)
Swoole\ArrayObject::__construct(): Argument #1 ($array) must be of type array, string given%S
