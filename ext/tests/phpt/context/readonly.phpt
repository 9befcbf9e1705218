--TEST--
Contexts: readonly properties and classes, in closures, clones and constructors that wait
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
readonly class Point
{
    public array $all;

    public function __construct(public int $x, public ?Closure $of = null)
    {
        pause();
        $this->all = [$x, Made::next()];
    }

    public function with(int $x): static
    {
        $copy = new static($x, $this->of);
        pause();
        return $copy;
    }
}
class Made
{
    private static int $count = 0;
    public readonly string $name;
    public static ?Point $last = null;

    public static function next(): int
    {
        return ++self::$count;
    }

    public function name(string $name): bool
    {
        try {
            $this->name = $name;
            return true;
        } catch (Error $error) {
            pause();
            $GLOBALS['errors'][] = $error->getMessage();
            return false;
        }
    }

    public function __clone()
    {
        ++self::$count;
    }
}
final readonly class Special extends Point {}
function program(string $name): array
{
    $seen = [];
    for ($i = 0; $i < 3; ++$i) {
        $made = new Made();
        $point = Made::$last = new Special(strlen($name) + $i, fn () => Made::next() . $name);
        $seen[] = [$made->name("$name $i"), isset($made->name), $point->all, ($point->of)(), $point->with(9)->all, Made::$last === $point];
        pause();
        $seen[] = [$made->name('again'), $made->name, (clone $made)->name];
        foreach ([fn () => $point->x = 1, fn () => $point->all[] = 2, fn () => ++$point->x, function () use ($point) { unset($point->x); }] as $change) {
            try {
                $change();
            } catch (Error $error) {
                pause();
                $seen[] = $error->getMessage();
            }
        }
        $seen[] = (new ReflectionProperty('Made', 'name'))->isReadOnly() && (new ReflectionClass('Special'))->isFinal();
    }
    return [...$seen, $GLOBALS['errors']];
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
