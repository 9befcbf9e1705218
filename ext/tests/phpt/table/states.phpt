--TEST--
Table: before create() and after destroy()
--FILE--
<?php
use Swoole\Table;
function ask(Table $table) {
    $calls = ['set' => ['a', []], 'get' => ['a'], 'del' => ['a'], 'exists' => ['a'], 'incr' => ['a', 'id'], 'decr' => ['a', 'id'],
        'count' => [], 'getSize' => [], 'getMemorySize' => [], 'stats' => [], 'destroy' => [], 'rewind' => [], 'next' => [],
        'valid' => [], 'current' => [], 'key' => [], 'offsetGet' => ['a'], 'offsetSet' => ['a', []], 'offsetExists' => ['a'],
        'offsetUnset' => ['a']];
    foreach ($calls as $method => $arguments) {
        try {
            echo $method, ': ', json_encode($table->$method(...$arguments)), "\n";
        } catch (Error $e) {
            echo $method, ': ', $e->getMessage(), "\n";
        }
    }
    var_dump($table->size);
}
$table = new Table(100);
$table->column('id', Table::TYPE_INT);
ask($table);
$table->create();
var_dump($table->size, $table->memorySize, $table->getMemorySize() === $table->memorySize);
$table->set('a', ['id' => 1]);
var_dump($table->destroy());
ask($table);
var_dump($table->create());
?>
--EXPECTF--
set: set: The table is not created or has been destroyed
get: get: The table is not created or has been destroyed
del: del: The table is not created or has been destroyed
exists: exists: The table is not created or has been destroyed
incr: incr: The table is not created or has been destroyed
decr: decr: The table is not created or has been destroyed
count: 0
getSize: 100
getMemorySize: 0
stats: false
destroy: destroy: The table is not created or has been destroyed
rewind: rewind: The table is not created or has been destroyed
next: next: The table is not created or has been destroyed
valid: valid: The table is not created or has been destroyed
current: current: The table is not created or has been destroyed
key: key: The table is not created or has been destroyed
offsetGet: offsetGet: The table is not created or has been destroyed
offsetSet: offsetSet: The table is not created or has been destroyed
offsetExists: offsetExists: The table is not created or has been destroyed
offsetUnset: offsetUnset: The table is not created or has been destroyed
NULL
int(100)
int(12288)
bool(true)
bool(true)
set: set: The table is not created or has been destroyed
get: get: The table is not created or has been destroyed
del: del: The table is not created or has been destroyed
exists: exists: The table is not created or has been destroyed
incr: incr: The table is not created or has been destroyed
decr: decr: The table is not created or has been destroyed
count: 0
getSize: 100
getMemorySize: 0
stats: false
destroy: destroy: The table is not created or has been destroyed
rewind: rewind: The table is not created or has been destroyed
next: next: The table is not created or has been destroyed
valid: valid: The table is not created or has been destroyed
current: current: The table is not created or has been destroyed
key: key: The table is not created or has been destroyed
offsetGet: offsetGet: The table is not created or has been destroyed
offsetSet: offsetSet: The table is not created or has been destroyed
offsetExists: offsetExists: The table is not created or has been destroyed
offsetUnset: offsetUnset: The table is not created or has been destroyed
int(100)

Warning: Swoole\Table::create(): the table was created already in %s on line %d
bool(false)
