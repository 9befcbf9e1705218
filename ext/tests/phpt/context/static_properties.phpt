--TEST--
Contexts: static properties, inherited and redeclared
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
class Base
{
    public static int $count = 0;
    protected static array $list = [];
    public static ?self $instance = null;

    public static function add(string $name): int
    {
        static::$list[] = $name;
        return ++static::$count;
    }

    public static function all(): array
    {
        return static::$list;
    }
}
class Inherits extends Base {}
class Redeclares extends Base
{
    public static int $count = 100;
    protected static array $list = ['own'];
}
function program(string $name): array
{
    $seen = [];
    for ($i = 0; $i < 5; ++$i) {
        Base::$instance ??= new Base();
        $before = spl_object_id(Base::$instance);
        Inherits::add("$name $i");
        pause();
        Redeclares::add($name);
        $seen[] = [Base::$count, Inherits::$count, Redeclares::$count, Base::all(), Redeclares::all(), Base::$instance === Inherits::$instance,
            $before === spl_object_id(Base::$instance)];
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
