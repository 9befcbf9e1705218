--TEST--
Contexts: closures: bound ones, first-class callables, static ones, and generators
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
class Box
{
    private static array $kept = [];
    private string $name = 'none';

    public static function keep(Closure $closure): void
    {
        self::$kept[] = $closure;
    }

    public static function call(): array
    {
        return array_map(fn ($one) => $one(), self::$kept);
    }
}
function numbers(string $name): Generator
{
    static $started = 0;
    ++$started;
    try {
        for ($i = 0;; ++$i) {
            $given = yield "$name $i of $started";
            if ($given === 'end') {
                return $started;
            }
        }
    } finally {
        Box::keep(fn () => "finally $name");
    }
}
function program(string $name): array
{
    $seen = [];
    $box = new Box();
    $set = Closure::bind(function (string $value) { $this->name = $value; self::$kept[] = fn () => $this->name; }, $box, Box::class);
    $set($name);
    pause();
    Box::keep(strtoupper(...)->bindTo(null) === null ? fn () => 1 : fn () => strtoupper($name));
    $generator = numbers($name);
    $seen[] = $generator->current();
    pause();
    $seen[] = $generator->send('on');
    $static = static fn () => numbers($name)->current();
    pause();
    $seen[] = [$static(), $generator->send('end'), $generator->getReturn()];
    pause();
    return [...$seen, Box::call()];
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
