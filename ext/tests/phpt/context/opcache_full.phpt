--TEST--
Contexts: opcache is full: code that is in it, and code that is not
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
function load(string $name, int $count): void
{
    $code = '<?php ';
    for ($i = 0; $i < $count; ++$i) {
        $code .= "function f_{$name}_$i(string \$by) { static \$calls = 0; static \$all = []; \$all[] = \$by; "
            . "return ++\$calls . end(\$all) . count(array_map(fn (\$one) => \$one . C_{$name}_$i::\$n++, \$all)); }\n"
            . "class C_{$name}_$i extends Base { public static \$n = $i; const TEXT = self::PREFIX . '$i'; "
            . "public static function next() { static \$n = 0; return ++\$n + ++self::\$n + ++parent::\$all; } "
            . "public function closure() { return function () { static \$n = 0; return ++\$n . self::\$n . static::TEXT; }; } }\n";
    }
    $file = sys_get_temp_dir() . "/full-$name-" . getmypid() . '.inc';
    file_put_contents($file, $code);
    require $file;
    unlink($file);
}
class Base
{
    public static int $all = 0;
    const PREFIX = 'prefix ';
}
function used(string $name, int $count, string $by): array
{
    $seen = [];
    for ($i = 0; $i < $count; $i += 97) {
        $class = "C_{$name}_$i";
        $closure = (new $class())->closure();
        $seen[] = ["f_{$name}_$i"($by), $class::next(), $class::TEXT, $closure() . $closure()];
    }
    return $seen;
}
for ($i = 0; $i < 3; ++$i) {
    load("outer$i", 400);
}
used('outer2', 400, 'outside');
function program(string $name): array
{
    $seen = [];
    for ($round = 0; $round < 3; ++$round) {
        for ($i = 0; $i < 3; ++$i) {
            $seen[] = used("outer$i", 400, "$name $round");
            pause();
        }
        load("{$name}_$round", 150);
        pause();
        $seen[] = used("{$name}_$round", 150, $name);
        $seen[] = used("{$name}_0", 150, $name);
        pause();
    }
    return [...$seen, Base::$all];
}
PHP, ['opcache.memory_consumption=8', 'opcache.interned_strings_buffer=1', 'opcache.max_wasted_percentage=50']);
?>
--EXPECT--
no JIT, fresh: the same
no JIT, copy: the same
function JIT, fresh: the same
function JIT, copy: the same
tracing JIT, fresh: the same
tracing JIT, copy: the same
