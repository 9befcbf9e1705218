--TEST--
Table: keys have 0 to 63 bytes, any; others are refused and never cut
--FILE--
<?php
require __DIR__ . '/users.inc';
$users = users();
$longest = str_repeat("\0", 63);
var_dump($users->set($longest, ['id' => 1]), $users->set("\0", ['id' => 2]), $users->set(5, ['id' => 3]));
var_dump($users->get($longest, 'id'), $users->get("\0", 'id'), $users->get('5', 'id'), count($users));
var_dump($users->set('', ['id' => 4]), $users->get('', 'id'), $users->exists(''), $users->incr('', 'id'), isset($users['']), $users['']->value['id']);
foreach ($users as $key => $row) $row['id'] !== 5 || var_dump($key);
var_dump($users->del(''), $users->exists(''));
foreach ([str_repeat('a', 64)] as $key) {
    var_dump($users->set($key, []), $users->get($key), $users->exists($key), $users->del($key), $users->incr($key, 'id'));
    var_dump(isset($users[$key]), $users[$key]);
}
var_dump(count($users));
?>
--EXPECTF--
bool(true)
bool(true)
bool(true)
int(1)
int(2)
int(3)
int(3)
bool(true)
int(4)
bool(true)
int(5)
bool(true)
int(5)
string(0) ""
bool(true)
bool(false)

Warning: Swoole\Table::set(): key has 64 bytes, it may have 63 at most in %s on line %d

Warning: Swoole\Table::get(): key has 64 bytes, it may have 63 at most in %s on line %d

Warning: Swoole\Table::exists(): key has 64 bytes, it may have 63 at most in %s on line %d

Warning: Swoole\Table::del(): key has 64 bytes, it may have 63 at most in %s on line %d

Warning: Swoole\Table::incr(): key has 64 bytes, it may have 63 at most in %s on line %d
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)

Warning: Swoole\Table::offsetExists(): key has 64 bytes, it may have 63 at most in %s on line %d

Warning: Swoole\Table::offsetGet(): key has 64 bytes, it may have 63 at most in %s on line %d
bool(false)
bool(false)
int(3)
