--TEST--
Table: set() takes columns in any order, and some or all of them
--FILE--
<?php
require __DIR__ . '/users.inc';
$users = users();
$show = fn () => print json_encode($users->get('a')) . "\n";
$users->set('a', ['score' => 1.5, 'name' => 'Ann', 'id' => 1]);
$show();
$users->set('a', ['none' => 9, 'id' => 2, 5 => 'x', 'score' => 2.5, 'name' => 'Bo']);
$show();
$users->set('a', ['name' => 'Cleo', 'id' => 3]);
$show();
$name = str_repeat('i', 1) . 'd';  // an equal name that is another string
$users->set('a', [$name => 4, 'name' => '', 'score' => 0.5]);
$show();
$users->set('a', ['id' => 5, 'name' => true, 'score' => '1']);
$show();
?>
--EXPECT--
{"id":1,"name":"Ann","score":1.5}
{"id":2,"name":"Bo","score":2.5}
{"id":3,"name":"Cleo","score":2.5}
{"id":4,"name":"","score":0.5}
{"id":5,"name":"1","score":1}
