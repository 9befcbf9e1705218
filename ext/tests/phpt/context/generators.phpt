--TEST--
Contexts: generators: suspended across switches, yield from, keys, static variables, exceptions, ends
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
class Log
{
    public static array $lines = [];
    public static int $n = 0;
}
class Source
{
    protected static int $made = 0;

    public function __construct(private string $name)
    {
        ++static::$made;
    }

    public function each(int $count): Generator
    {
        static $passes = 0;
        ++$passes;
        for ($i = 0; $i < $count; ++$i) {
            pause();
            yield "$this->name $i" => $passes . static::$made . ++Log::$n;
        }
        return $passes;
    }

    public static function outer(string $name): Generator
    {
        static $made = 0;
        $own = ++$made;
        $first = yield from (new self($name))->each(2);
        $given = yield 'between' => $own;
        pause();
        $second = yield from [10 => 'a', 11 => 'b'];
        try {
            $third = yield from inner($name, $given);
        } catch (DomainException $error) {
            $third = $error->getMessage();
        }
        return [$first, $given, $second, $third, $made];
    }
}
function inner(string $name, ?string $given): Generator
{
    static $all = [];
    $all[] = $given;
    try {
        pause();
        yield 'inner' => count($all);
        yield 'again' => "$name " . ++Log::$n;
    } finally {
        Log::$lines[] = "end of $name";
    }
    return $all;
}
function drain(Generator $generator): array
{
    $seen = [];
    while ($generator->valid()) {
        $seen[] = [$generator->key(), $generator->current()];
        pause();
        $generator->key() === 'between' ? $generator->send('given') : $generator->next();
    }
    return [$seen, $generator->getReturn()];
}
function program(string $name): array
{
    $seen = [];
    for ($i = 0; $i < 2; ++$i) {
        $seen[] = drain(Source::outer($name));
        $thrown = Source::outer("$name thrown");
        foreach ($thrown as $key => $value) {
            pause();
            $seen[] = [$key, $value];
            if ($key === 'inner') {
                $seen[] = $thrown->throw(new DomainException("for $name"));
                break;
            }
        }
        $seen[] = $thrown->valid() ? 'valid' : $thrown->getReturn();
        $left = inner($name, 'left');
        $seen[] = $left->current();
        pause();
        unset($left);
        $closure = static function (int $n) use ($name) {
            static $calls = 0;
            ++$calls;
            while ($n-- > 0) {
                $name .= yield $calls . Log::$n;
            }
            return $name;
        };
        [$one, $two] = [$closure(2), $closure(3)];
        foreach ([$one, $two, $one, $two, $two] as $each) {
            $seen[] = $each->current();
            pause();
            $each->send('!');
        }
        $seen[] = [$one->getReturn(), $two->getReturn(), iterator_to_array((fn () => yield from [$name => Log::$n])())];
        $kept = (function () { yield ++Log::$n; yield ++Log::$n; })();
        $seen[] = $kept->current();
        Log::$lines[] = $kept;
        pause();
        array_pop(Log::$lines)->next();
        $seen[] = $kept->current();
    }
    return [...$seen, Log::$lines, Log::$n];
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
