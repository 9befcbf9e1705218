--TEST--
ArrayObject: methods on all values, sorting, iteration, serialization, a class of one's own
--FILE--
<?php
use Swoole\ArrayObject;

function show(ArrayObject $list): void { echo json_encode($list->toArray()), "\n"; }

$list = swoole_array([3, 1, 2]);
show($list->map(fn ($value) => $value * 2));
show($list->map(fn ($a, $b) => $a . $b, ['x', 'y', 'z']));
show($list->filter(fn ($value) => $value > 1));
show($list->filter(fn ($key) => $key === 1, ARRAY_FILTER_USE_KEY));
var_dump($list->reduce(fn ($sum, $value) => $sum + $value, 10), $list->sum(), $list->product());
show($list->slice(1));
show($list->slice(1, 1, true));
show($list->chunk(2));
show($list->reverse());
show($list->flip());
show($list->keys());
show(swoole_array(['a' => 1, 'b' => '1', 'c' => 1])->keys(1, true));
show(swoole_array(['a' => 1])->values());
show(swoole_array([['id' => 5, 'n' => 'x'], ['id' => 6, 'n' => 'y']])->column('n', 'id'));
show(swoole_array(['a', 'b', 'a'])->unique());
show($list->each(function (&$value, $key) { $value += $key; }));
foreach (['sort', 'rsort', 'asort', 'arsort', 'ksort', 'krsort', 'natsort', 'natcasesort'] as $method) {
    echo "$method ";
    show(swoole_array(['b' => 'x10', 'a' => 'x9', 'c' => 'X1'])->$method());
}
show($list->usort(fn ($a, $b) => $b <=> $a)->uasort(fn ($a, $b) => $a <=> $b)->uksort(fn ($a, $b) => $a <=> $b));
var_dump($list->shuffle()->count());
foreach (swoole_array(['k' => 'text', 'l' => [1]]) as $key => $value) echo $key, ' ', get_class($value), "\n";
$text = $list->serialize();
show((new ArrayObject)->unserialize($text)->sort());
show((new ArrayObject)->unserialize(swoole_string($text))->sort());
try { (new ArrayObject)->unserialize(serialize(5)); } catch (UnexpectedValueException $error) { echo $error->getMessage(), "\n"; }
show(unserialize(serialize(new ArrayObject(['kept' => 1]))));
try { $list->chunk(0); } catch (ValueError $error) { echo $error->getMessage(), "\n"; }
class Mine extends ArrayObject {}
var_dump(get_class(Mine::from([[1]])->map(fn ($value) => $value)), get_class(Mine::from([[1]])->get(0)));
show(swoole_array_list('a', 2, null));
show(_array([1]));
var_dump(swoole_array_default_value(['a' => null], 'a', 1), swoole_array_default_value([], 'a', 1), swoole_array_default_value([], 0));
try { swoole_array(5); } catch (TypeError $error) { echo $error->getMessage(), "\n"; }
?>
--EXPECT--
[6,2,4]
["3x","1y","2z"]
{"0":3,"2":2}
{"1":1}
int(16)
int(6)
int(6)
[1,2]
{"1":1}
[[3,1],[2]]
[2,1,3]
{"3":0,"1":1,"2":2}
[0,1,2]
["a","c"]
[1]
{"5":"x","6":"y"}
["a","b"]
[3,2,4]
sort ["X1","x10","x9"]
rsort ["x9","x10","X1"]
asort {"c":"X1","b":"x10","a":"x9"}
arsort {"a":"x9","b":"x10","c":"X1"}
ksort {"a":"x9","b":"x10","c":"X1"}
krsort {"c":"X1","b":"x10","a":"x9"}
natsort {"c":"X1","a":"x9","b":"x10"}
natcasesort {"c":"X1","a":"x9","b":"x10"}
[4,3,2]
int(3)
k Swoole\StringObject
l Swoole\ArrayObject
[2,3,4]
[2,3,4]
There is no array in the serialized text
{"kept":1}
array_chunk(): Argument #2 ($length) must be greater than 0
string(4) "Mine"
string(4) "Mine"
["a",2,null]
[1]
NULL
int(1)
NULL
swoole_array(): Argument #1 ($array) must be of type array, int given
