--TEST--
Contexts: preloaded classes and functions
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
$preloaded = __DIR__ . '/preload.tmp.inc';
file_put_contents($preloaded, <<<'PHP'
<?php
const PRELOADED = 'not kept';
interface Marked { const MARK = 'mark ' . PHP_INT_SIZE; }
trait Counts { public static int $count = 0; public static function count(): int { static $calls = 100; return ++$calls + ++self::$count; } }
abstract class Preloaded implements Marked
{
    use Counts;

    public static array $names = ['preloaded'];
    const KIND = [self::MARK, Mode::Fast];

    public static function add(string $name): array
    {
        static::$names[] = $name;
        return static::$names;
    }

    public function closure(): Closure
    {
        static $made = 0;
        $number = ++$made;
        return function () use ($number) { static $n = 0; return $number * 10 + ++$n + ++self::$count; };
    }
}
final class Extends_ extends Preloaded { public static array $names = ['extends']; public readonly int $x; }
enum Mode: string { case Fast = 'f'; case Slow = 's'; const Usual = self::Slow; public static function next(): self { static $n = 0; return self::cases()[++$n % 2]; } }
function preloaded(string $name): Generator { static $all = []; $all[] = $name; yield count($all); yield Preloaded::$count; return $all; }
Preloaded::add('lost');
preloaded('lost')->current();
PHP);
check_row(<<<'PHP'
<?php
class Own extends Preloaded
{
    public static int $own = 0;
}
function program(string $name): array
{
    $seen = [defined('PRELOADED')];
    for ($i = 0; $i < 4; ++$i) {
        $seen[] = [Preloaded::add($name), Extends_::add("$name $i"), Own::add($name), Own::count(), Extends_::count(), Preloaded::$count];
        pause();
        $closure = (new Own())->closure();
        $seen[] = [$closure(), $closure(), (new Extends_())->closure()(), Mode::next() === Mode::Fast, Own::KIND[1] === Mode::Fast, Mode::Usual->name];
        pause();
        $generator = preloaded($name);
        $seen[] = [$generator->current(), Own::MARK];
        pause();
        $generator->next();
        $seen[] = $generator->current();
        $generator->next();
        $seen[] = [$generator->getReturn(), array_map(preloaded(...), ['x'])[0]->current(), function_exists('preloaded'), ++Own::$own];
    }
    return $seen;
}
PHP, ["opcache.preload=$preloaded", 'opcache.preload_user=' . trim(shell_exec('id -un'))], php_leaks: true);
unlink($preloaded);
?>
--EXPECT--
no JIT, fresh: the same
no JIT, copy: the same
function JIT, fresh: the same
function JIT, copy: the same
tracing JIT, fresh: the same
tracing JIT, copy: the same
