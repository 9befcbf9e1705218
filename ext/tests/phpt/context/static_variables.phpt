--TEST--
Contexts: static variables of functions, methods and closures
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
function counter(): int
{
    static $count = 0;
    return ++$count;
}
class Base
{
    public function next(): int
    {
        static $n = 10;
        return $n++;
    }

    public static function named(string $name): array
    {
        static $names = [];
        $names[] = $name;
        return $names;
    }
}
class Child extends Base {}
function program(string $name): array
{
    $seen = [];
    $closure = function () use ($name) {
        static $calls = [];
        $calls[] = $name;
        return count($calls) . implode($calls);
    };
    for ($i = 0; $i < 5; ++$i) {
        counter();
        pause();
        $seen[] = [counter(), (new Base())->next(), (new Child())->next(), Child::named("$name $i"), $closure(), (static fn () => counter())()];
    }
    return $seen;
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
