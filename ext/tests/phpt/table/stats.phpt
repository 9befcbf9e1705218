--TEST--
Table: statistics and memory
--FILE--
<?php
use Swoole\Table;
$table = new Table(1000);
$table->column('id', Table::TYPE_INT);
$table->column('text', Table::TYPE_STRING, 100);
$table->create();
for ($i = 0; $i < 1000; ++$i) $table->set("key $i", ['id' => $i]);
$table->set('key 1', ['text' => 'x']);
$table->incr('key 2', 'id');
$table->del('key 3');
$stats = $table->stats();
var_dump($stats['conflict_count'] > 0, $stats['conflict_max_level'] > 1);
unset($stats['conflict_count'], $stats['conflict_max_level']);
var_dump($stats);
$ideal = 1000 * (8 + 63 + 8 + 4 + 100);
var_dump($table->getMemorySize() > $ideal, $table->getMemorySize() < 1.2 * $ideal);
?>
--EXPECT--
bool(true)
bool(true)
array(6) {
  ["num"]=>
  int(999)
  ["insert_count"]=>
  int(1000)
  ["update_count"]=>
  int(2)
  ["delete_count"]=>
  int(1)
  ["available_slice_num"]=>
  int(1)
  ["total_slice_num"]=>
  int(1000)
}
bool(true)
bool(true)
