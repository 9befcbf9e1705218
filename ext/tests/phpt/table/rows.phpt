--TEST--
Table: rows are set, read, changed column by column, and deleted
--FILE--
<?php
require __DIR__ . '/users.inc';
$users = users();
var_dump($users->set('a', ['id' => 1, 'name' => 'Ann', 'score' => 1.5]));
var_dump($users->get('a'));
var_dump($users->get('a', 'name'), $users->get('a', 'score'), $users->get('a', 'none'));
var_dump($users->set('a', ['name' => '']), $users->get('a'));
var_dump($users->set('a', ['id' => 7]), $users->set('a', []), $users->get('a', 'id'));
var_dump($users->get('b'), $users->get('b', 'id'), $users->exists('b'), $users->exist('a'), count($users));
var_dump($users->set('b', []), json_encode($users->get('b')), count($users));
var_dump($users->del('a'), $users->del('a'), $users->delete('b'), $users->exists('a'), $users->count());
?>
--EXPECT--
bool(true)
array(3) {
  ["id"]=>
  int(1)
  ["name"]=>
  string(3) "Ann"
  ["score"]=>
  float(1.5)
}
string(3) "Ann"
float(1.5)
bool(false)
bool(true)
array(3) {
  ["id"]=>
  int(1)
  ["name"]=>
  string(0) ""
  ["score"]=>
  float(1.5)
}
bool(true)
bool(true)
int(7)
bool(false)
bool(false)
bool(false)
bool(true)
int(1)
bool(true)
string(28) "{"id":0,"name":"","score":0}"
int(2)
bool(true)
bool(false)
bool(true)
bool(false)
int(0)
