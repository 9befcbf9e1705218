--TEST--
Contexts: functions and classes that are declared, aliased and evaluated while others run
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
function program(string $name): array
{
    $seen = [function_exists('late'), class_exists('Late')];
    eval("class Late { public static \$by = '$name'; public static function by() { static \$n = 0; return self::\$by . ++\$n; } }");
    eval("function late() { static \$calls = 0; return '$name' . ++\$calls; }");
    pause();
    class_alias('Late', 'Alias');
    $seen[] = [Late::by(), late(), Alias::$by];
    pause();
    if ($name !== 'bob') {
        class Conditional { public static $name = 'none'; }
        Conditional::$name = $name;
    }
    pause();
    $seen[] = [Alias::by(), late(), class_exists('Conditional', false) ? Conditional::$name : null];
    $anonymous = new class($name) {
        public static $made = 0;
        public function __construct(public string $name) { ++self::$made; }
    };
    pause();
    return [...$seen, $anonymous->name, $anonymous::$made];
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
