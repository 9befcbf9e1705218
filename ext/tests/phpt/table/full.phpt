--TEST--
Table: holds as many rows as were asked for; set() fails beyond and warns once
--FILE--
<?php
require __DIR__ . '/users.inc';
foreach ([1 => 64, 64 => 64, 1000 => 1000] as $asked => $rows) {
    $users = users($asked);
    for ($i = 0; $i < $rows; ++$i) {
        $users->set(random_bytes(40) . $i, ['id' => $i]) || print("no room for row $i\n");
    }
    var_dump($users->getSize() === $rows, $users->size === $rows, count($users) === $rows);
    var_dump($users->set('more', ['id' => 1]), $users->set('more', ['id' => 1]), $users->incr('more', 'id'));
    foreach ($users as $key => $row) break;
    var_dump($users->set($key, ['name' => 'changed']), $users->get($key, 'name'), $users->del($key));
    var_dump($users->set('more', ['id' => 1]), $users->get('more', 'id'), count($users) === $rows);
}
?>
--EXPECTF--
bool(true)
bool(true)
bool(true)

Warning: Swoole\Table::set(): the table is full, it has 64 rows; this is said once in %s on line %d
bool(false)
bool(false)
bool(false)
bool(true)
string(7) "changed"
bool(true)
bool(true)
int(1)
bool(true)
bool(true)
bool(true)
bool(true)

Warning: Swoole\Table::set(): the table is full, it has 64 rows; this is said once in %s on line %d
bool(false)
bool(false)
bool(false)
bool(true)
string(7) "changed"
bool(true)
bool(true)
int(1)
bool(true)
bool(true)
bool(true)
bool(true)

Warning: Swoole\Table::set(): the table is full, it has 1000 rows; this is said once in %s on line %d
bool(false)
bool(false)
bool(false)
bool(true)
string(7) "changed"
bool(true)
bool(true)
int(1)
bool(true)
