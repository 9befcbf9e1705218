--TEST--
Table: what the conversion of a value does to the table while set() is at work
--FILE--
<?php
require __DIR__ . '/users.inc';
class Value
{
    public function __construct(private Closure $work) {}
    public function __toString(): string { return ($this->work)(); }
}
$users = users();
$users->set('a', ['id' => 1, 'name' => 'old', 'score' => 1]);
var_dump($users->set('a', ['name' => new Value(function () use ($users) {
    $users->set('a', ['id' => 2, 'score' => 2]);
    $users->set('b', ['id' => 3, 'name' => 'other', 'score' => 3]);
    return 'outer';
})]));
echo json_encode([$users->get('a'), $users->get('b')]), "\n";
$before = $users->stats();
try {
    $users->set('c', ['id' => 3, 'name' => new Value(fn () => throw new Exception('no text'))]);
} catch (Exception $e) {
    var_dump($e->getMessage(), $users->exists('c'), $users->stats() === $before);
}
set_error_handler(function ($level, $text) use ($users) {
    echo $text, "\n";
    $users->del('a');
    return true;
});
var_dump($users->set('a', ['name' => 'much too long']), json_encode($users->get('a')));
$row = $users['b'];
$row['name'] = new Value(function () use ($row) { $row->key = str_repeat('x', 99); $row->value = null; return 'changed'; });
var_dump($users->get('b', 'name'));
try {
    $users->set('a', ['name' => new Value(function () use ($users) { $users->destroy(); return 'gone'; }), 'score' => '1']);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECTF--
bool(true)
[{"id":2,"name":"outer","score":2},{"id":3,"name":"other","score":3}]
string(7) "no text"
bool(false)
bool(true)
Swoole\Table::set(): column "name" has room for 8 bytes, a value of 13 was cut
bool(true)
string(36) "{"id":0,"name":"much too","score":0}"
string(7) "changed"
The table is not created or has been destroyed
