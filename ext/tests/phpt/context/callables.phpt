--TEST--
Contexts: Closure::bind(), call() and fromCallable(), first-class callables, static fn
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
class Counter
{
    private static int $count = 0;
    private array $seen = [];

    public function step(string $name): string
    {
        static $steps = 0;
        $this->seen[] = $name;
        return $name . ++$steps . ++self::$count;
    }

    public static function total(): int
    {
        static $asked = 0;
        return self::$count * 100 + ++$asked;
    }

    public function __call(string $method, array $arguments): string
    {
        static $calls = 0;
        return "$method " . ++$calls . implode($arguments);
    }

    public static function __callStatic(string $method, array $arguments): string
    {
        static $calls = 10;
        return "static $method " . ++$calls . implode($arguments);
    }

    public function closures(): array
    {
        return [$this->step(...), self::total(...), $this->unknown(...), static fn () => ++self::$count, fn () => $this->step('fn')];
    }
}
class Other extends Counter
{
    public static int $own = 0;
}
function counts(string $name = ''): string
{
    static $names = [];
    $names[] = $name;
    return implode(',', $names);
}
function twice(callable $function, mixed ...$arguments): array
{
    $first = $function(...$arguments);
    pause();
    return [$first, $function(...$arguments)];
}
$early = [counts(...), (new Counter())->closures(), Closure::fromCallable('Counter::total'), Closure::fromCallable([new Other(), 'missing'])];
$early[0]('early');
function program(string $name): array
{
    global $early;
    $seen = [];
    for ($i = 0; $i < 3; ++$i) {
        $counter = new Counter();
        $closures = [...$counter->closures(), counts(...), strtoupper(...), Closure::fromCallable('counts'), Other::total(...), $early[0], ...$early[1]];
        foreach ($closures as $closure) {
            $seen[] = twice($closure, "$name $i");
        }
        // A first-class callable shares the static variables of its function.
        $seen[] = [counts('direct'), $early[0]('early'), $early[2](), $early[3]($name), Counter::total(), $closures[1]()];
        $peek = fn () => [count($this->seen), self::$count];
        $seen[] = [$peek->call($counter), Closure::bind($peek, new Other(), Counter::class)(), $peek->bindTo($counter, Counter::class)()];
        pause();
        $static = Closure::bind(static function (int $add) { static $calls = 0; return [self::$own += $add, ++$calls, static::class]; }, null, Other::class);
        $copy = clone $static;
        $seen[] = [$static(1), $static(2), $copy(3), $static->bindTo(null, Other::class)(4)];
        pause();
        $seen[] = [array_map($counter->step(...), [$name, 'x']), array_map('Counter::total', []), call_user_func([Other::class, 'anything'], $name),
            (new Other())->anything(...)($name), call_user_func_array($static, ['add' => 5]), is_callable('Counter::total'), iterator_to_array((static fn () => yield counts($name))())];
        $recursive = function (int $n) use (&$recursive) { static $depth = 0; pause(); return $n === 0 ? ++$depth : $recursive($n - 1) . ++$depth; };
        $seen[] = $recursive(3);
        unset($recursive);
    }
    return $seen;
}
PHP, php_leaks: true);
?>
--EXPECT--
no JIT, fresh: the same
no JIT, copy: the same
function JIT, fresh: the same
function JIT, copy: the same
tracing JIT, fresh: the same
tracing JIT, copy: the same
