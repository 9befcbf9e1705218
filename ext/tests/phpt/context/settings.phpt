--TEST--
Contexts: settings, time zone, error handlers and the last error
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
function program(string $name): array
{
    $zones = ['ann' => 'Europe/Paris', 'bob' => 'Asia/Tokyo', 'cid' => 'America/Lima'];
    $errors = [];
    date_default_timezone_set($zones[$name]);
    ini_set('precision', (string) (strlen($name) + ord($name[0]) % 5));
    error_reporting($name === 'bob' ? E_ALL & ~E_WARNING : E_ALL);
    pause();
    set_error_handler(function (int $level, string $text) use (&$errors, $name) { $errors[] = "$name: $text"; return true; });
    pause();
    hex2bin('a');
    @trigger_error($name, E_USER_NOTICE);
    restore_error_handler();
    @trigger_error("last of $name", E_USER_WARNING);
    pause();
    set_include_path("/$name");
    pause();
    return [date('e'), ini_get('precision'), 1 / 3, error_reporting(), $errors, error_get_last()['message'], get_include_path()];
}
PHP);
?>
--EXPECT--
no JIT, fresh: the same
no JIT, copy: the same
function JIT, fresh: the same
function JIT, copy: the same
tracing JIT, fresh: the same
tracing JIT, copy: the same
