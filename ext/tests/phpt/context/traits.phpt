--TEST--
Contexts: statics of traits and of classes that inherit, and static variables of inherited methods
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
trait Counted
{
    protected static int $count = 0;
    public static array $names = ['of the trait'];

    public static function add(string $name): int
    {
        static $calls = 0;
        self::$names[] = $name;
        return ++static::$count * 100 + ++$calls;
    }

    abstract public function kind(): string;

    public function describe(): string
    {
        static $described = [];
        $described[] = $this->kind();
        return implode(',', $described);
    }

    public static function &last(): ?string
    {
        static $last = null;
        return $last;
    }
}
trait Both
{
    use Counted { add as protected traitAdd; }

    public static function add(string $name): array
    {
        static $adds = [];
        $adds[] = self::traitAdd($name);
        return $adds;
    }
}
abstract class Base
{
    use Counted;

    private static string $own = 'base';

    public function step(): int
    {
        static $steps = 0;
        return ++$steps;
    }

    abstract public function kind(): string;

    final public static function make(): static
    {
        static $made = 0;
        ++$made;
        return new static();
    }

    public static function own(?string $own = null): string
    {
        return self::$own = $own ?? self::$own;
    }
}
class First extends Base
{
    public function kind(): string
    {
        static $n = 0;
        return 'first' . ++$n;
    }
}
class Second extends First
{
    protected static int $count = 1000;

    public function step(): int
    {
        static $steps = 50;
        return parent::step() * 1000 + ++$steps;
    }
}
class Third
{
    use Both;

    public function kind(): string
    {
        return 'third';
    }
}
function program(string $name): array
{
    $seen = [];
    for ($i = 0; $i < 3; ++$i) {
        $seen[] = [First::add("$name $i"), Second::add("$name $i"), Third::add("$name $i")];
        pause();
        $seen[] = [First::$names, Second::$names, Third::$names, First::$names === Base::$names];
        $seen[] = [(new First())->step(), (new Second())->step(), First::make()->describe(), Second::make()->describe(), (new Third())->describe()];
        pause();
        $last = &Base::last();
        $seen[] = [$last, Second::last(), Third::last()];
        $last .= $name;
        pause();
        $seen[] = [Base::last(), First::last(), Base::own(), Second::own("$name $i"), First::own()];
        $anonymous = new class {
            use Counted;

            public function kind(): string
            {
                return 'anonymous';
            }
        };
        pause();
        $seen[] = [$anonymous::add($name), $anonymous->describe(), $anonymous::$names];
        unset($last);
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
