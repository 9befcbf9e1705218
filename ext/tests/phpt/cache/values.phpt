--TEST--
Tern\Cache keeps values of all types
--FILE--
<?php
$cache = new Tern\Cache(1 << 20);
final class Point
{
    public function __construct(public int $x = 0, public ?Point $next = null) {}
}
$values = [
    'null' => null, 'no' => false, 'yes' => true, 'int' => PHP_INT_MIN, 'float' => -0.1, 'empty' => '', 'one' => 'x',
    'text' => str_repeat("\0long ", 10000), 'list' => [1, [2, 'three']], 'object' => new Point(1, new Point(2)),
];
foreach ($values as $key => $value) {
    $before = $value;
    echo $key, ': ', json_encode([$cache->has($key), $cache->set($key, $value), $cache->has($key)]), ' ',
        $cache->get($key, 'nothing') == $before ? 'same' : 'different', "\n";
}
var_dump($cache->get('object') === $cache->get('object'), $cache->get('null', 'default'), $cache->get('other', 'default'), $cache->get('other'));
$reference = &$values['int'];
var_dump($cache->set('reference', $reference), $cache->get('reference') === PHP_INT_MIN);
foreach ([1000, 1000, 999, 870, 400, 1000, 1001, 200, 100, 199, 70_000, 66_000] as $i => $bytes) {
    $text = str_repeat(chr(65 + $i), $bytes);
    $cache->set("text $i", $text);
    $got = $cache->get("text $i");
    $longer = $got . 'x';
    $got .= 'x';
    if ($got !== $text . 'x' || $longer !== $got || strlen($got) !== $bytes + 1 || $cache->get("text $i") !== $text) {
        echo "text $i is different\n";
    }
}
echo "counts\n";
var_dump($cache->increment('n'), $cache->increment('n', 41), $cache->decrement('n', 2), $cache->get('n'), $cache->decrement('m'));
$cache->set('n', PHP_INT_MAX);
foreach (['n', 'text'] as $key) {
    try {
        $cache->increment($key);
    } catch (Error $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}
var_dump($cache->get('n') === PHP_INT_MAX);
echo "add, delete, several\n";
var_dump($cache->add('n', 1), $cache->add('new', 1), $cache->delete('new'), $cache->delete('new'));
var_dump($cache->setMultiple(['a' => 1, 'b' => [2]]), $cache->getMultiple(['b', 'a', 'c'], 'none'), $cache->deleteMultiple(['a', 'c']));
var_dump($cache->has('a'), $cache->has('b'), count($cache) > 5, $cache->clear(), count($cache), $cache->has('b'));
?>
--EXPECT--
null: [false,true,true] same
no: [false,true,true] same
yes: [false,true,true] same
int: [false,true,true] same
float: [false,true,true] same
empty: [false,true,true] same
one: [false,true,true] same
text: [false,true,true] same
list: [false,true,true] same
object: [false,true,true] same
bool(false)
NULL
string(7) "default"
NULL
bool(true)
bool(true)
counts
int(1)
int(42)
int(40)
int(40)
int(-1)
ArithmeticError: The value of "n" would leave the range of integers
TypeError: The value of "text" is no integer
bool(true)
add, delete, several
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
array(3) {
  ["b"]=>
  array(1) {
    [0]=>
    int(2)
  }
  ["a"]=>
  int(1)
  ["c"]=>
  string(4) "none"
}
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
int(0)
bool(false)
