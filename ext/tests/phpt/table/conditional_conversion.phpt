--TEST--
Table: values of a condition are converted before the row is looked at, and their code may use the table
--FILE--
<?php
use Swoole\Table;

final class Text
{
    public bool $was_asked = false;

    public function __construct(private readonly Closure $work)
    {
    }

    public function __toString(): string
    {
        $this->was_asked = true;
        ($this->work)();
        return 'name';
    }
}

function table(): Table
{
    $table = new Table(64);
    $table->column('id', Table::TYPE_INT);
    $table->column('name', Table::TYPE_STRING, 16);
    $table->create();
    $table->set('row', ['id' => 1, 'name' => 'name']);
    return $table;
}

$table = table();
$changes = new Text(function () use ($table) {
    $table->cmpset('row', ['id' => '1', 'name' => 'name'], ['id' => 2]);
    $table->set('other', ['id' => 7, 'name' => 'other']);
});
var_dump($table->cmpset('row', ['name' => $changes, 'id' => 2], ['id' => '3']), json_encode($table->get('row')));
var_dump($table->cmpset('row', ['name' => 'name'], ['name' => $changes, 'id' => 4]), json_encode($table->get('row')));
var_dump($table->cmpdel('row', ['name' => new Text(fn() => $table->set('row', ['name' => 'another']))]), $table->exists('row'));

$never = new Text(fn() => null);
var_dump(@$table->cmpset('row', ['name' => $never, 'missing' => 1], ['id' => 5]), $never->was_asked);

$fails = new Text(fn() => throw new Exception('failed'));
foreach ([fn() => $table->cmpset('row', ['name' => $fails], ['id' => 6]), fn() => $table->cmpset('row', ['id' => 4], ['name' => $fails]),
    fn() => $table->cmpdel('row', ['name' => $fails]), fn() => $table->add('new', ['name' => $fails])] as $call) {
    try {
        $call();
    } catch (Exception $error) {
        echo $error->getMessage(), "\n";
    }
}
var_dump(json_encode($table->get('row')), $table->exists('new'));

foreach ([['name'], []] as $in_condition) {
    $table = table();
    $destroys = new Text(fn() => $table->destroy());
    try {
        $in_condition ? $table->cmpset('row', ['name' => $destroys], ['id' => 1]) : $table->cmpset('row', ['id' => 1], ['name' => $destroys]);
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
bool(true)
string(22) "{"id":3,"name":"name"}"
bool(true)
string(22) "{"id":4,"name":"name"}"
bool(false)
bool(true)
bool(false)
bool(false)
failed
failed
failed
failed
string(25) "{"id":4,"name":"another"}"
bool(false)
The table is not created or has been destroyed
The table is not created or has been destroyed
