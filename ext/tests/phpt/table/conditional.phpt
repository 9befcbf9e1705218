--TEST--
Table: rows that are written only if they are absent, present, or have certain values
--FILE--
<?php
use Swoole\Table;

$table = new Table(64);
$table->column('id', Table::TYPE_INT);
$table->column('name', Table::TYPE_STRING, 8);
$table->column('score', Table::TYPE_FLOAT);
$table->create();

function row(): string
{
    return json_encode($GLOBALS['table']->get('row'));
}

function counts(): string
{
    return implode(' ', array_intersect_key($GLOBALS['table']->stats(), ['num' => 0, 'insert_count' => 0, 'update_count' => 0, 'delete_count' => 0]));
}

echo "add\n";
var_dump($table->add('row', ['id' => '1', 'name' => 'one', 0 => 5, 'missing' => 5]), row());
var_dump($table->add('row', ['id' => 2]), row());
var_dump($table->add('empty', []), $table->get('empty', 'name'));

echo "update\n";
var_dump($table->update('missing', ['id' => 2]), $table->exists('missing'));
var_dump($table->update('row', ['score' => 2.5]), row());
var_dump($table->update('row', []), row());
var_dump($table->update('row', ['name' => 'much too long']), row());

echo "cmpset\n";
var_dump($table->cmpset('row', ['id' => 2], ['name' => 'wrong']), row());
var_dump($table->cmpset('row', ['id' => 1, 'name' => 'two'], ['name' => 'wrong']), row());
var_dump($table->cmpset('row', ['id' => '1', 'name' => 'much too', 'score' => '2.5'], ['name' => null, 'id' => 3]), row());
var_dump($table->cmpset('missing', ['id' => 0], ['id' => 1]), $table->exists('missing'));
var_dump($table->cmpset('row', ['name' => null], []), row());

echo "bits and bytes\n";
$table->set('row', ['id' => 1, 'name' => "a\0b", 'score' => 0.0]);
var_dump($table->cmpset('row', ['name' => "a\0b"], []), $table->cmpset('row', ['name' => "a\0c"], []), $table->cmpset('row', ['name' => 'a'], []));
var_dump($table->cmpset('row', ['score' => -0.0], []), $table->cmpset('row', ['score' => 0], []));
$table->set('row', ['score' => NAN, 'name' => '12345678']);
var_dump($table->cmpset('row', ['score' => $table->get('row', 'score')], []), $table->cmpset('row', ['name' => '123456789'], []));

echo "cmpdel\n";
var_dump($table->cmpdel('row', ['id' => 2]), $table->exists('row'));
var_dump($table->cmpdel('row', ['id' => 1]), $table->exists('row'), $table->cmpdel('row', ['id' => 1]));

echo "getdel\n";
$table->set('row', ['id' => 1, 'name' => "a\0b"]);
var_dump($table->getdel('row', 'missing'), $table->exists('row'));
var_dump(json_encode($table->getdel('row')), $table->exists('row'), $table->getdel('row'));
$table->set('row', ['id' => 1, 'name' => 'one']);
var_dump($table->getdel('row', 'name'), $table->exists('row'));

echo "what does not happen does not count\n";
$table->del('empty');
echo counts(), "\n";
$table->set('row', ['id' => 1]);
$before = counts();
$table->add('row', []);
$table->update('missing', []);
$table->cmpset('row', ['id' => 2], ['id' => 3]);
$table->cmpdel('row', ['id' => 2]);
$table->getdel('missing');
$table->getdel('row', 'missing');
var_dump($before === counts());

echo "conditions that are none\n";
$table->cmpset('row', [], ['id' => 2]);
$table->cmpset('row', [1], ['id' => 2]);
$table->cmpset('row', ['id' => 1, 'missing' => 1], ['id' => 2]);
$table->cmpdel('row', []);
$table->cmpdel('row', ['missing' => 1]);
$table->add(str_repeat('k', 64), []);
echo row(), "\n";
?>
--EXPECTF--
add
bool(true)
string(31) "{"id":1,"name":"one","score":0}"
bool(false)
string(31) "{"id":1,"name":"one","score":0}"
bool(true)
string(0) ""
update
bool(false)
bool(false)
bool(true)
string(33) "{"id":1,"name":"one","score":2.5}"
bool(true)
string(33) "{"id":1,"name":"one","score":2.5}"

Warning: Swoole\Table::update(): column "name" has room for 8 bytes, a value of 13 was cut in %s on line %d
bool(true)
string(38) "{"id":1,"name":"much too","score":2.5}"
cmpset
bool(false)
string(38) "{"id":1,"name":"much too","score":2.5}"
bool(false)
string(38) "{"id":1,"name":"much too","score":2.5}"
bool(true)
string(30) "{"id":3,"name":"","score":2.5}"
bool(false)
bool(false)
bool(true)
string(30) "{"id":3,"name":"","score":2.5}"
bits and bytes
bool(true)
bool(false)
bool(false)
bool(false)
bool(true)
bool(true)
bool(false)
cmpdel
bool(false)
bool(true)
bool(true)
bool(false)
bool(false)
getdel
bool(false)
bool(true)
string(36) "{"id":1,"name":"a\u0000b","score":0}"
bool(false)
bool(false)
string(3) "one"
bool(false)
what does not happen does not count
0 4 10 4
bool(true)
conditions that are none

Warning: Swoole\Table::cmpset(): Argument #2 ($expected) must not be empty in %s on line %d

Warning: Swoole\Table::cmpset(): Argument #2 ($expected) must have columns of the table, 0 given in %s on line %d

Warning: Swoole\Table::cmpset(): Argument #2 ($expected) must have columns of the table, "missing" given in %s on line %d

Warning: Swoole\Table::cmpdel(): Argument #2 ($expected) must not be empty in %s on line %d

Warning: Swoole\Table::cmpdel(): Argument #2 ($expected) must have columns of the table, "missing" given in %s on line %d

Warning: Swoole\Table::add(): key has 64 bytes, it may have 63 at most in %s on line %d
{"id":1,"name":"","score":0}
