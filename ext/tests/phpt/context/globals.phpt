--TEST--
Contexts: global variables, $GLOBALS and variable variables
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
$config = ['set by' => 'the file'];
function change(string $name): void
{
    global $config, $fresh;
    $config['name'] = $name;
    $fresh = "fresh $name";
}
function program(string $name): array
{
    $before = isset($GLOBALS['config']);
    change($name);
    pause();
    $GLOBALS['dynamic_' . strlen($name)][] = $name;
    $_GET['user'] = $name;
    pause();
    $variable = 'user';
    unset($GLOBALS['fresh']);
    pause();
    return [$before, $GLOBALS['config'], $GLOBALS['dynamic_3'], $_GET[$variable], isset($GLOBALS['fresh']), isset($_SERVER['argv'])];
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
