--TEST--
Table: incr() and decr()
--FILE--
<?php
require __DIR__ . '/users.inc';
$users = users();
var_dump($users->incr('a', 'id'), $users->incr('a', 'id', 5), $users->decr('a', 'id', 2), $users->decr('a', 'id', -1));
var_dump($users->incr('a', 'id', 1.9), $users->incr('a', 'id', '3'), $users->get('a', 'id'));
var_dump($users->incr('a', 'score', 1.5), $users->decr('a', 'score'), $users->decr('b', 'score', 0.5));
var_dump(json_encode($users->get('b')), $users->decr('c', 'id', 3));
$users->set('a', ['id' => PHP_INT_MAX]);
var_dump($users->incr('a', 'id') === PHP_INT_MIN, $users->decr('a', 'id') === PHP_INT_MAX);
var_dump($users->decr('a', 'id', PHP_INT_MIN) === -1);
var_dump(count($users), $users->incr('d', 'none'), $users->incr('d', 'name'), $users->decr('d', 'none'), count($users));
try {
    $users->incr('a', 'id', 'abc');
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECTF--
int(1)
int(6)
int(4)
int(5)
int(6)
int(9)
int(9)
float(1.5)
float(0.5)
float(-0.5)
string(31) "{"id":0,"name":"","score":-0.5}"
int(-3)
bool(true)
bool(true)
bool(true)

Warning: Swoole\Table::incr(): there is no column "none" in %s on line %d

Warning: Swoole\Table::incr(): column "name" is a string in %s on line %d

Warning: Swoole\Table::decr(): there is no column "none" in %s on line %d
int(3)
bool(false)
bool(false)
bool(false)
int(3)
Swoole\Table::incr(): Argument #3 ($incrby) must be of type int|float, string given
