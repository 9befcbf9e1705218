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
            // Not protected where the tracing JIT has compiled it: docs/contexts.md.
            $seen[] = ini_get('opcache.jit') === 'tracing' ? call_user_func($closure, 'd') : $closure('d');
        }
        $seen[] = call_user_func($closure, 'e');
        $seen[] = array_map($closure, ['f']);
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
no JIT, fresh: {"function":216,"argument":648,"within an array":1080,"within an object":1080,"where it was made":1080,"generator":216,"generator in foreach":288,"generator outside":288,"fiber":216,"after the end":864}
function JIT, fresh: {"function":216,"argument":648,"within an array":1080,"within an object":1080,"where it was made":1080,"generator":216,"generator in foreach":288,"generator outside":288,"fiber":216,"after the end":864}
tracing JIT, fresh: {"function":216,"argument":648,"within an array":1080,"within an object":1080,"where it was made":1080,"generator":216,"generator in foreach":288,"generator outside":288,"fiber":216,"after the end":864}
no JIT, copy: {"function":216,"argument":648,"within an array":1080,"within an object":1080,"where it was made":1080,"generator":216,"generator in foreach":288,"generator outside":288,"fiber":216,"after the end":864}
function JIT, copy: {"function":216,"argument":648,"within an array":1080,"within an object":1080,"where it was made":1080,"generator":216,"generator in foreach":288,"generator outside":288,"fiber":216,"after the end":864}
tracing JIT, copy: {"function":216,"argument":648,"within an array":1080,"within an object":1080,"where it was made":1080,"generator":216,"generator in foreach":288,"generator outside":288,"fiber":216,"after the end":864}
