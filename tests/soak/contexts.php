<?php
// contexts.php COUNT: so many contexts, one after the other, each with a program of classes, statics, closures, generators,
// enumerations, cycles, evaluated code and handlers. Three others live all the time and work between. Prints the memory of the
// process; it must not grow.
use Swoole\Coroutine as Co;
use Tern\Context;

const PROGRAM = <<<'PHP'
    <?php
    interface Named { const NAME = 'name of ' . PHP_INT_SIZE; }
    trait Counts { public static int $count = 0; public static function count(): int { static $calls = 0; return ++$calls + ++self::$count; } }
    enum Side: string { case Left = 'l'; case Right = 'r'; public static function last(?self $one = null): ?self { static $last = null; return $last = $one ?? $last; } }
    class Node implements Named
    {
        use Counts;

        public static array $ended = [];
        public array $links = [];

        public function __construct(public readonly string $name, public readonly Side $side = Side::Left) { $this->links[] = $this; }
        public function __destruct() { self::$ended[] = $this->name; }
        public function numbers(): Generator { static $made = 0; ++$made; try { for (;;) { yield ++$made => $this->name; } } finally { self::$ended[] = 'finally'; } }
    }
    final class Special extends Node { public static array $ended = ['own']; }
    function work(string $name): int
    {
        static $kept = [];
        for ($i = 0; $i < 20; ++$i) {
            $node = $i % 3 ? new Node("$name $i") : new Special("$name $i", Side::from('r'));
            $node->closure = static fn () => $node;
            $generator = $node->numbers();
            $generator->current();
            $kept[$i % 4] = [$node, $generator, count(...), Side::last(Side::Right)];
        }
        $GLOBALS['kept'] = &$kept;
        if (!class_exists('Evaluated', false)) {
            eval('class Evaluated extends Node { public static $all = []; } function evaluated() { static $n = []; $n[] = new Evaluated("e"); return count($n); }');
            define('NAME_OF', $name);
            class_alias('Special', 'Alias');
            set_error_handler(fn () => true);
            register_shutdown_function(fn () => Node::$ended = []);
            ini_set('precision', '7');
            spl_autoload_register(fn (string $class) => Node::count());
        }
        Swoole\Coroutine::sleep(0);
        echo $undefined;
        return evaluated() + Node::count() + Alias::count() + (int) class_exists('Unknown');
    }
    PHP;

final class Memory
{
    public static function resident(): int
    {
        preg_match('/^Anonymous: +(\d+) kB/m', file_get_contents('/proc/self/smaps_rollup'), $match);
        return (int) $match[1];
    }
}

function one(Context $context, string $file, string $name): void
{
    $context->include($file);
    $context->run('work', $name);
    $context->end();
}

$count = (int) ($argv[1] ?? 100_000);
$file = tempnam(sys_get_temp_dir(), 'contexts');
$base = tempnam(sys_get_temp_dir(), 'contexts');
file_put_contents($file, strtr(PROGRAM, ['class Node ' => "#[AllowDynamicProperties]\nclass Node "]));
file_put_contents($base, '<?php class Base { public static array $list = ["base"]; public static ?Closure $closure = null; }
    Base::$closure = function () { static $n = 0; return ++$n; }; function base() { static $n = 0; return ++$n + (Base::$closure)(); }');
require $base;
$memory = [];
Co\run(function () use ($count, $file, &$memory) {
    $living = [Context::fresh(), Context::copy(), Context::fresh()];
    foreach ($living as $context) {
        $context->include($file);
    }
    for ($i = 0; $i < $count; ++$i) {
        one($i % 2 ? Context::fresh() : Context::copy(), $file, "user $i");
        if ($i % 100 === 0) {
            $living[$i / 100 % 3]->run('strlen', 'x');
        }
        if (($i + 1) % max(1, intdiv($count, 10)) === 0) {
            $memory[] = Memory::resident();
            printf("contexts: %d, %d KiB of PHP's memory, %d KiB of the process\n", $i + 1, memory_get_usage() >> 10, end($memory));
        }
    }
});
unlink($file);
unlink($base);
$drift = 100 * (end($memory) - $memory[0]) / $memory[0];
printf("contexts: %d, drift %+.2f %% behind the first tenth\n", $count, $drift);
exit($drift > 2 ? 1 : 0);
