--TEST--
Settings that php.ini leaves unset are unset again for the next request
--FILE--
<?php
require __DIR__ . '/settings.inc';
try_settings(<<<'PHP'
// E_ALL is another number since PHP 8.4.
$level = fn ($value) => $value == E_ALL ? 'E_ALL' : $value;
$rows = [
    'error_reporting' => [error_reporting(...), fn () => array_map($level, [error_reporting(), ini_get('error_reporting')]), 1, 3],
    'ini_set' => [fn ($v) => ini_set('user_agent', $v), fn () => ini_get('user_agent'), 'first', 'second'],
];
PHP, []);
?>
--EXPECT--
error_reporting: [["E_ALL",""],[1,"1"],[3,"3"],["E_ALL",""]]
ini_set: ["","first","second",""]
before, another request while one waits, a child of that one, a later request
["E_ALL",""], ["E_ALL",""], [1,"1"], ["E_ALL",""]
"", "", "first", ""
