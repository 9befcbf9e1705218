--TEST--
Contexts: closures, generators and fibers that cross to others and outside, also after the end of their context
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
putenv('ASAN_OPTIONS=' . getenv('ASAN_OPTIONS') . ':detect_leaks=0');  // what is used outside of its context belongs to nobody at the end of the process
$file = __DIR__ . '/crossing.tmp.inc';
file_put_contents($file, <<<'PHP'
<?php
class State
{
    public static array $names = [];
    private static int $count = 0;
    public int $own = 0;

    public function method(string $x): string
    {
        static $calls = 0;
        return implode(self::$names) . $x . ++$calls . ++$this->own;
    }

    public function closures(): array
    {
        return [
            fn (string $x) => implode(self::$names) . $x . ++self::$count,
            static function (string $x) { static $n = 0; return implode(State::$names) . $x . ++$n . counts($x); },
            fn (string $x) => (function () use ($x) { static $m = 0; $inner = fn () => name() . $x . ++self::$count; return ++$m . $inner(); })(),
            (new self())->method(...),
            counts(...),
            Closure::bind(function (string $x) { return counts($x . ++$this->own . ++static::$count) . name(); }, new self(), self::class),
        ];
    }
}
function name(): string
{
    static $calls = 0;
    return implode(State::$names) . ++$calls;
}
function counts(string $x): string
{
    static $calls = [];
    $calls[] = $x;
    return count($calls) . implode(State::$names);
}
function begin(string $name): void
{
    State::$names[] = $name;
}
function closures(): array
{
    $closures = (new State())->closures();
    foreach ($closures as $one) {
        $one('first');
    }
    return $closures;
}
function call(Closure $closure): array
{
    $first = $closure('a');
    Swoole\Coroutine::sleep(0);
    return [$first, array_map($closure, ['b']), (clone $closure)('c')];
}
function call_all(iterable $all): array
{
    $seen = [];
    foreach ($all as [$closure]) {
        for ($i = 0; $i < 3; ++$i) {
            $seen[] = $closure('d');
        }
        $seen[] = call_user_func($closure, 'e');
        $seen[] = array_map($closure, ['f']);
    }
    return $seen;
}
// Calls each closure first in another way, and then in all.
function copy_all(array $all, int $first): array
{
    $seen = [];
    foreach ($all as [$closure, $can_bind]) {
        for ($i = 0; $i < 3; ++$i) {
            $ways = [
                fn () => (clone $closure)('k'),
                fn () => $closure->__invoke('l'),
                fn () => Closure::fromCallable($closure)('m'),
                fn () => [$closure, '__invoke']('t'),
                fn () => (new ReflectionFunction($closure))->invoke('u'),
                fn () => (new ReflectionMethod($closure, '__invoke'))->invoke($closure, 'v'),
                fn () => (new ReflectionFunction($closure))->getClosure()('w'),
                fn () => (new ReflectionMethod($closure, '__invoke'))->invokeArgs($closure, ['y']),
                fn () => (new ReflectionMethod($closure, '__invoke'))->getClosure($closure)('z'),
            ];
            foreach ([...array_slice($ways, $first), ...$ways] as $way) {
                $seen[] = $way();
            }
            if ($can_bind) {
                $seen[] = $closure->bindTo(new State())('n');
                $seen[] = Closure::bind($closure, new State(), State::class)('o');
                $seen[] = $closure->call(new State(), 'q');
            }
        }
    }
    return $seen;
}
function generator_closure(): Closure
{
    return function (string $x): Generator {
        yield implode(State::$names) . $x . counts($x) . $this->own;
        yield name();
    };
}
function call_generator(array $all): array
{
    $seen = [];
    foreach ($all as $closure) {
        $seen[] = iterator_to_array($closure->call(new State(), 'r'));
        $seen[] = iterator_to_array($closure->bindTo(new State(), State::class)('s'));
    }
    return $seen;
}
function generate(Closure $closure): Generator
{
    return (function () use ($closure) {
        try {
            for ($i = 0; $i < 4; ++$i) {
                yield $closure('g') . counts('h') . name();
            }
        } finally {
            counts('end');
        }
    })();
}
function take(Generator $generator): string
{
    $value = $generator->current();
    $generator->next();
    return $value;
}
function take_all(Generator $generator): array
{
    $all = [];
    foreach ($generator as $one) {
        $all[] = $one;
    }
    return $all;
}
function make_fiber(Closure $closure): Fiber
{
    $fiber = new Fiber(function () use ($closure) {
        for (;;) {
            Fiber::suspend($closure('i') . counts('j') . name());
        }
    });
    $fiber->start();
    return $fiber;
}
function resume(Fiber $fiber): string
{
    return $fiber->resume();
}
PHP);
foreach (['fresh', 'copy'] as $kind) {
    foreach (MODES as $mode => $settings) {
        $found = run_php($settings, 'crossing.inc', $file, $kind);
        echo "$mode, $kind: ", is_array($found) ? json_encode($found) : $found, "\n";
    }
}
unlink($file);
?>
--EXPECT--
no JIT, fresh: {"generator closure":144,"copied":10044,"function":216,"argument":648,"within an array":1080,"within an object":1080,"where it was made":1080,"generator":216,"generator in foreach":288,"generator outside":288,"fiber":216,"after the end":864}
function JIT, fresh: {"generator closure":144,"copied":10044,"function":216,"argument":648,"within an array":1080,"within an object":1080,"where it was made":1080,"generator":216,"generator in foreach":288,"generator outside":288,"fiber":216,"after the end":864}
tracing JIT, fresh: {"generator closure":144,"copied":10044,"function":216,"argument":648,"within an array":1080,"within an object":1080,"where it was made":1080,"generator":216,"generator in foreach":288,"generator outside":288,"fiber":216,"after the end":864}
no JIT, copy: {"generator closure":144,"copied":10044,"function":216,"argument":648,"within an array":1080,"within an object":1080,"where it was made":1080,"generator":216,"generator in foreach":288,"generator outside":288,"fiber":216,"after the end":864}
function JIT, copy: {"generator closure":144,"copied":10044,"function":216,"argument":648,"within an array":1080,"within an object":1080,"where it was made":1080,"generator":216,"generator in foreach":288,"generator outside":288,"fiber":216,"after the end":864}
tracing JIT, copy: {"generator closure":144,"copied":10044,"function":216,"argument":648,"within an array":1080,"within an object":1080,"where it was made":1080,"generator":216,"generator in foreach":288,"generator outside":288,"fiber":216,"after the end":864}
