--TEST--
Table: iteration sees every row that stays exactly once, while others come, change and go
--FILE--
<?php
require __DIR__ . '/users.inc';
$users = users(500);
foreach ($users as $row) echo "a row of an empty table\n";
var_dump($users->valid(), $users->current(), $users->key());
for ($i = 0; $i < 400; ++$i) {
    $users->set("key $i", ['id' => $i]);
}
$seen = [];
foreach ($users as $key => $row) {
    $i = $row['id'];
    if ($key !== "key $i" && !str_starts_with($key, 'new')) echo "$key has $i\n";
    if (isset($seen[$key])) echo "$key twice\n";
    $seen[$key] = true;
    $users->set("key $i", ['name' => 'seen', 'score' => 1]);                // this one
    $users->set('key ' . ($i * 7 % 200), ['name' => 'any', 'score' => 2]);  // another one
    $users->set("new " . $i % 90, ['id' => $i]);
    $users->del('key ' . 200 + $i % 200);
}
for ($i = 0; $i < 200; ++$i) {
    if (!isset($seen["key $i"])) echo "key $i was missed\n";
}
$keys = [];
foreach ($users as $key => $row) $keys[] = $key;
var_dump(count($keys) === count($users), count(array_unique($keys)) === count($keys), iterator_count($users) === count($users));
$users->rewind();
$first = $users->key();
$users->del($first);
var_dump($users->key() === $first, is_array($users->current()));
$users->destroy();
try {
    $users->next();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
bool(false)
NULL
NULL
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
The table is not created or has been destroyed
