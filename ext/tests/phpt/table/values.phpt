--TEST--
Table: values are converted, null is 0 or "", strings that are too long are cut with a warning
--FILE--
<?php
require __DIR__ . '/users.inc';
$users = users();
class Text { public function __construct(private string $text) {} public function __toString(): string { return $this->text; } }
$five = 5;
$all = [
    ['id' => '12', 'name' => 34, 'score' => '5.5'],
    ['id' => 'abc', 'name' => 1.5, 'score' => 7],
    ['id' => true, 'name' => true, 'score' => false],
    ['id' => -1.9, 'name' => new Text('object'), 'score' => true],
    ['id' => null, 'name' => null, 'score' => null],
    ['id' => &$five, 'name' => "\0a", 'score' => INF],
    ['id' => PHP_INT_MIN, 'name' => '12345678', 'none' => 1, 3 => 4],
    ['name' => '123456789', 'score' => 1],
];
foreach ($all as $values) {
    var_dump($users->set('a', $values));
    echo implode(' ', array_map(fn ($value) => var_export($value, true), $users->get('a'))), "\n";
}
var_dump($users->set('new', ['id' => null]), json_encode($users->get('new')));
?>
--EXPECTF--
bool(true)
12 '34' 5.5
bool(true)
0 '1.5' 7.0
bool(true)
1 '1' 0.0
bool(true)
-1 'object' 1.0
bool(true)
0 '' 0.0
bool(true)
5 '' . "\0" . 'a' INF
bool(true)
-9223372036854775807-1 '12345678' INF

Warning: Swoole\Table::set(): column "name" has room for 8 bytes, a value of 9 was cut in %s on line %d
bool(true)
-9223372036854775807-1 '12345678' 1.0
bool(true)
string(28) "{"id":0,"name":"","score":0}"
