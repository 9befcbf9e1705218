--TEST--
Table: what columns may be
--FILE--
<?php
use Swoole\Table;
var_dump(Table::TYPE_INT, Table::TYPE_FLOAT, Table::TYPE_STRING);
function attempt(Closure $work) {
    try {
        var_dump($work());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
foreach ([0, -1, 1 << 30 | 1] as $rows) {
    attempt(fn () => new Table($rows));
}
$table = new Table(100);
attempt(fn () => $table->create());
attempt(fn () => $table->column('', Table::TYPE_INT));
attempt(fn () => $table->column('12', Table::TYPE_INT));
attempt(fn () => $table->column('a', 0));
attempt(fn () => $table->column('a', 4));
attempt(fn () => $table->column('a', Table::TYPE_STRING));
attempt(fn () => $table->column('a', Table::TYPE_STRING, -1));
attempt(fn () => $table->column('a', Table::TYPE_STRING, (1 << 30) + 1));
attempt(fn () => $table->column('a', Table::TYPE_INT, 4));
attempt(fn () => $table->column('a', Table::TYPE_FLOAT));
attempt(fn () => $table->create());
attempt(fn () => $table->column('b', Table::TYPE_INT));
attempt(fn () => $table->create());
attempt(fn () => $table->__construct(1));
$many = new Table(1);
for ($i = 0; $i < 1024; ++$i) {
    $many->column("c$i", Table::TYPE_INT);
}
attempt(fn () => $many->column('more', Table::TYPE_INT));
attempt(fn () => $many->create() && $many->set('a', ['c1023' => 5]) ? $many->get('a', 'c1023') : null);
$huge = new Table(1 << 30);
foreach (['a', 'b', 'c'] as $name) {
    $huge->column($name, Table::TYPE_STRING, 1 << 30);
}
attempt(fn () => $huge->create());
attempt(fn () => (new class(1) extends Table { public function __construct() {} })->get('a'));
attempt(fn () => clone $table);
?>
--EXPECTF--
int(1)
int(2)
int(3)
ValueError: Swoole\Table::__construct(): Argument #1 ($table_size) must be between 1 and 1073741824, 0 given
ValueError: Swoole\Table::__construct(): Argument #1 ($table_size) must be between 1 and 1073741824, -1 given
ValueError: Swoole\Table::__construct(): Argument #1 ($table_size) must be between 1 and 1073741824, 1073741825 given

Warning: Swoole\Table::create(): the table has no columns in %s on line %d
bool(false)

Warning: Swoole\Table::column(): Argument #1 ($name) must not be empty or an integer, "" given in %s on line %d
bool(false)

Warning: Swoole\Table::column(): Argument #1 ($name) must not be empty or an integer, "12" given in %s on line %d
bool(false)

Warning: Swoole\Table::column(): Argument #2 ($type) must be Swoole\Table::TYPE_INT, TYPE_FLOAT or TYPE_STRING, 0 given in %s on line %d
bool(false)

Warning: Swoole\Table::column(): Argument #2 ($type) must be Swoole\Table::TYPE_INT, TYPE_FLOAT or TYPE_STRING, 4 given in %s on line %d
bool(false)

Warning: Swoole\Table::column(): Argument #3 ($size) must be between 1 and 1073741824, 0 given in %s on line %d
bool(false)

Warning: Swoole\Table::column(): Argument #3 ($size) must be between 1 and 1073741824, -1 given in %s on line %d
bool(false)

Warning: Swoole\Table::column(): Argument #3 ($size) must be between 1 and 1073741824, 1073741825 given in %s on line %d
bool(false)
bool(true)

Warning: Swoole\Table::column(): there is a column "a" already in %s on line %d
bool(false)
bool(true)

Warning: Swoole\Table::column(): there are no new columns after create() in %s on line %d
bool(false)

Warning: Swoole\Table::create(): the table was created already in %s on line %d
bool(false)
Error: Constructor of Swoole\Table can only be called once

Warning: Swoole\Table::column(): Argument #1 ($name) is one column too many, a table has 1024 at most in %s on line %d
bool(false)
int(5)

Warning: Swoole\Table::create(): no memory for 1073741824 rows in %s on line %d
bool(false)
Error: you must call constructor first: Swoole\Table::__construct() was not called
Error: Trying to clone an uncloneable object of class Swoole\Table
