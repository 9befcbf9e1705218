--TEST--
Thread\Map: keys are as in an array
--FILE--
<?php
use Swoole\Thread\Map;

set_error_handler(function ($number, $text) { echo "$text\n"; });
$map = new Map(['6' => 'six', '06' => 'text', '-6' => 'minus']);
var_dump($map[6], $map['6'], $map['06'], $map[-6], array_keys($map->toArray()));
$map[1.0] = 'one';
$map[true] = 'true';
$map[false] = 'zero';
$map[null] = 'empty';
var_dump($map['1'], $map[0], $map['']);
$map[2.5] = 'two';
var_dump($map[2]);
$map[STDIN] = 'resource';
var_dump(isset($map[(int) STDIN]));
foreach ([[], new stdClass, fn() => 1] as $key) {
    try {
        $map[$key] = 1;
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
set_error_handler(function ($number, $text) { throw new Exception($text); });
try {
    $map[9.5] = 1;
} catch (Exception $e) {
    echo get_class($e), "\n";
}
var_dump(isset($map[9]));
?>
--EXPECTF--
string(3) "six"
string(3) "six"
string(4) "text"
string(5) "minus"
array(3) {
  [0]=>
  int(6)
  [1]=>
  string(2) "06"
  [2]=>
  int(-6)
}
string(4) "true"
string(4) "zero"
string(5) "empty"
Implicit conversion from float 2.5 to int loses precision
string(3) "two"
Resource ID#%d used as offset, casting to integer (%d)
bool(true)
Illegal offset type
Illegal offset type
Illegal offset type
Exception
bool(false)
