--TEST--
Table: as an array, with Table\Row: what programs of 2019 write
--FILE--
<?php
require __DIR__ . '/users.inc';
$users = users();
$users['a'] = ['id' => 1, 'name' => 'Ann'];
$row = $users['a'];
var_dump($row, $row instanceof swoole_table_row, $row->key, $row->value['name'], $row['id'], isset($row['name']), isset($row['none']));
$row['name'] = 'Anna Maria';
var_dump($row['name'], $users->get('a', 'name'));
$users['a']['id'] = '77';
var_dump($row['id'], $users['a']['id']);
$row['name'] = null;
var_dump($row['name'], isset($row['name']), $users->get('a', 'name'));
$row['none'] = 1;
var_dump($row['none']);
unset($row['name']);
var_dump(isset($row['name']), $users->get('a', 'name'), array_keys($row->value));
var_dump(isset($users['a']), isset($users['b']), $users['b']->value);
$users['b']['id'] = 5;
var_dump($users->get('b', 'id'));
unset($users['a']);
var_dump(count($users), isset($users['a']));
try {
    $users['a'] = 1;
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
$row->key = $row->value = 5;
$row['id'] = 1;
unset($row['id']);
var_dump(isset($row['id']));
$users->destroy();
$row->key = 'a';
try {
    $row['id'] = 1;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
(new ReflectionProperty($row, 'table'))->setValue($row, new stdClass);
$row['id'] = 1;
?>
--EXPECTF--
object(Swoole\Table\Row)#2 (3) {
  ["key"]=>
  string(1) "a"
  ["value"]=>
  array(3) {
    ["id"]=>
    int(1)
    ["name"]=>
    string(3) "Ann"
    ["score"]=>
    float(0)
  }
  ["table":"Swoole\Table\Row":private]=>
  object(Swoole\Table)#1 (2) {
    ["size"]=>
    int(64)
    ["memorySize"]=>
    int(8192)
  }
}
bool(true)
string(1) "a"
string(3) "Ann"
int(1)
bool(true)
bool(false)

Warning: Swoole\Table\Row::offsetSet(): column "name" has room for 8 bytes, a value of 10 was cut in %s on line %d
string(8) "Anna Mar"
string(8) "Anna Mar"
int(1)
int(77)
string(0) ""
bool(true)
string(0) ""

Warning: Swoole\Table\Row::offsetSet(): there is no column "none" in %s on line %d

Warning: Swoole\Table\Row::offsetGet(): there is no column "none" in %s on line %d
NULL
bool(false)
string(0) ""
array(2) {
  [0]=>
  string(2) "id"
  [1]=>
  string(5) "score"
}
bool(true)
bool(false)
array(0) {
}
int(5)
int(1)
bool(false)
Swoole\Table::offsetSet(): Argument #2 ($value) must be of type array, int given
bool(false)
The table is not created or has been destroyed
