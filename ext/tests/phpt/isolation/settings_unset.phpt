--TEST--
Settings that php.ini leaves unset are unset again for the next request
--FILE--
<?php
require __DIR__ . '/settings.inc';
try_settings(<<<'PHP'
$rows = [
    'error_reporting' => [error_reporting(...), fn () => [error_reporting(), ini_get('error_reporting')], 1, 3],
    'ini_set' => [fn ($v) => ini_set('user_agent', $v), fn () => ini_get('user_agent'), 'first', 'second'],
];
PHP, []);
?>
--EXPECT--
error_reporting: [[32767,""],[1,"1"],[3,"3"],[32767,""]]
ini_set: ["","first","second",""]
before, another request while one waits, a child of that one, a later request
[32767,""], [32767,""], [1,"1"], [32767,""]
"", "", "first", ""
