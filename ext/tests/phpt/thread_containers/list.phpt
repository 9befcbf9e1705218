--TEST--
Thread\ArrayList: indices have no gaps
--FILE--
<?php
use Swoole\Thread\ArrayList;

function attempt(callable $call)
{
    try {
        var_dump($call());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), ' ', $e->getCode(), "\n";
    }
}
$list = new ArrayList(['a', 'b', 'c', ['d' => 1]]);
var_dump(count($list), $list[0], $list[3]['d'], $list->find('c'), $list->find('none'), isset($list[3]), isset($list[4]), isset($list[-1]));
$list[] = 'appended';
$list[5] = 'at the count';
$list[1] = null;
var_dump(count($list), isset($list[1]), $list[5]);
unset($list[0], $list[100], $list[-5]);
var_dump(count($list), $list[0], $list[1]);
for ($i = 0; $i < 20; ++$i) $list[] = $i;
unset($list[4], $list[10], $list[count($list) - 1]);
echo json_encode(array_slice($list->toArray(), 3)), "\n";
attempt(fn() => $list[100]);
attempt(fn() => $list[-1]);
attempt(function () use ($list) { $list[100] = 1; });
attempt(function () use ($list) { $list[-2] = 1; });
attempt(fn() => $list['x']);
attempt(fn() => $list->incr(100));
attempt(fn() => $list->incr(count($list), 7));
attempt(fn() => $list->decr(count($list) - 1, 3));
attempt(fn() => $list->incr(null, 1.5));
attempt(fn() => $list->incr(1));
attempt(fn() => new ArrayList(['a' => 1]));
attempt(fn() => new ArrayList([1 => 1]));
attempt(fn() => $list->__construct());
attempt(fn() => clone $list);
attempt(fn() => serialize($list));
attempt(fn() => $list->id);
$list->clean();
var_dump($list->toArray());
?>
--EXPECT--
int(4)
string(1) "a"
int(1)
int(2)
NULL
bool(true)
bool(false)
bool(false)
int(6)
bool(true)
string(12) "at the count"
int(5)
NULL
string(1) "c"
["appended",0,1,2,3,4,5,7,8,9,10,11,12,13,14,15,16,17,18]
Swoole\Exception: out of range -1
Swoole\Exception: out of range -1
Swoole\Exception: out of range -1
Swoole\Exception: out of range -1
TypeError: Swoole\Thread\ArrayList::offsetGet(): Argument #1 ($key) must be of type int, string given 0
Swoole\Exception: out of range -1
int(7)
int(4)
float(1.5)
TypeError: Unsupported operand types 0
Error: the parameter $array must be an array of type list 0
Error: the parameter $array must be an array of type list 0
Error: Constructor of Swoole\Thread\ArrayList can only be called once 0
Error: Trying to clone an uncloneable object of class Swoole\Thread\ArrayList 0
Exception: Serialization of 'Swoole\Thread\ArrayList' is not allowed 0
int(0)
array(0) {
}
