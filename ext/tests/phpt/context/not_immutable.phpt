--TEST--
Contexts: classes that cannot stay in shared memory: of eval(), with such a parent, interface or trait
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
eval('
    class Evaluated { public static $n = 0; protected static array $list = ["evaluated"];
        public static function add(string $one): array { static $calls = 0; self::$n += ++$calls; static::$list[] = $one; return static::$list; } }
    interface Contract { const NAME = "contract" . PHP_INT_SIZE; public function sign(): string; }
    trait Signs { public static int $signed = 0; public function sign(): string { static $n = 0; ++self::$signed; return static::NAME . ++$n; } }
    enum Sort: string { case Up = "u"; case Down = "d"; const Usual = self::Up; public static function flip(): self { static $up = false; return ($up = !$up) ? self::Up : self::Down; } }
');
class Cached extends Evaluated implements Contract
{
    use Signs;

    public static array $own = [self::NAME];
    protected static array $list = ['cached'];

    public function closure(): Closure
    {
        return function (string $name) {
            static $n = 0;
            self::$own[] = $name;
            return ++$n + ++self::$n;
        };
    }

    public static function numbers(string $name): Generator
    {
        static $made = 0;
        ++$made;
        foreach (parent::add($name) as $one) {
            yield $one => $made . self::$n++;
        }
    }
}
class Last extends Cached
{
    public readonly Sort $sort;

    public function __construct()
    {
        $this->sort = Sort::flip();
    }
}
if (PHP_VERSION_ID > 0) {
    class Conditional extends Last_of {}
}
abstract class Last_of
{
    public static int $count = 0;

    public static function made(): string
    {
        static $n = 100;
        return static::class . ++self::$count . ++$n;
    }
}
function program(string $name): array
{
    $seen = [];
    for ($i = 0; $i < 4; ++$i) {
        $seen[] = [Evaluated::add("$name $i"), Cached::add($name), Evaluated::$n, Cached::$n, Cached::$own];
        pause();
        $last = new Last();
        $seen[] = [$last->sign(), (new Cached())->sign(), Last::$signed, $last->sort === Sort::Usual, $last->sort->name, Sort::from('u') === Sort::Up];
        pause();
        $closure = $last->closure();
        $seen[] = [$closure($name), $closure($name), (clone $closure)($name), count(Last::$own)];
        $generator = Last::numbers($name);
        $seen[] = $generator->current();
        pause();
        $generator->next();
        $seen[] = [$generator->key(), $generator->current(), Conditional::made(), Last_of::$count];
        $class = "Made$i";
        eval("class $class extends Last { public static \$mine = '$name'; public static function mine() { static \$n = 0; return self::\$mine . ++\$n . ++parent::\$n; } }");
        pause();
        $seen[] = [$class::mine(), $class::mine(), $class::$signed, get_parent_class($class), (new $class())->sign()];
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
