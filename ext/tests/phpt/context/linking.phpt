--TEST--
Contexts: classes whose linking waits for others that an autoload function loads
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
// Whether a class fits its parent depends on classes that are not loaded yet. Their autoload function waits.
check_row(<<<'PHP'
<?php
function program(string $name): array
{
    $asked = [];
    spl_autoload_register(function (string $class) use ($name, &$asked) {
        $asked[] = "$name: $class";
        pause();
        eval("class $class extends Result$name {}");
        pause();
    });
    eval("class Result$name {} class Base$name { public function one(): Result$name { return new Result$name; } public function two(): ?Result$name { return null; } }");
    eval("class Derived$name extends Base$name { public function one(): First$name { return new First$name; } public function two(): ?Second$name { return null; } }");
    pause();
    $derived = "Derived$name";
    return [get_class((new $derived)->one()), get_parent_class("Second$name"), $asked];
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
