--TEST--
Manual: Table: columns, rows, counters, iteration, shared by processes
--FILE--
<?php
use Swoole\Process;
use Swoole\Table;

$table = new Table(1024);
$table->column('id', Table::TYPE_INT);
$table->column('name', Table::TYPE_STRING, 64);
$table->column('num', Table::TYPE_FLOAT);
var_dump($table->create(), $table->getSize(), $table->size, $table->getMemorySize() > 0, $table->memorySize > 0);

var_dump($table->set('a', ['id' => 1, 'name' => 'swoole-uname', 'num' => 1.25]));
$process = new Process(function () use ($table) { $table->set('b', ['id' => 2, 'name' => 'child', 'num' => 1.5]); });
$process->start();
Process::wait();
print_r($table->get('b'));
var_dump($table->get('a', 'name'), $table->get('none'), $table->get('none', 'id'), $table->exists('a'), $table->exist('none'));
var_dump($table->incr('a', 'id'), $table->incr('a', 'num', 1.5), $table->decr('a', 'id', 5), $table->incr('new', 'id', 7));
foreach ($table as $key => $row) $seen[$key] = $row['id'];
ksort($seen);
echo json_encode($seen), "\n";
var_dump($table->count(), count($table), $table->del('a'), $table->delete('a'), $table->count(), $table->stats()['num']);
var_dump($table->destroy());
?>
--EXPECT--
bool(true)
int(1024)
int(1024)
bool(true)
bool(true)
bool(true)
Array
(
    [id] => 2
    [name] => child
    [num] => 1.5
)
string(12) "swoole-uname"
bool(false)
bool(false)
bool(true)
bool(false)
int(2)
float(2.75)
int(-3)
int(7)
{"a":-3,"b":2,"new":7}
int(3)
int(3)
bool(true)
bool(false)
int(2)
int(2)
bool(true)
