--TEST--
Contexts: closures that were made before the contexts, in static properties, globals and objects
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
class Registry
{
    public static array $handlers = [];
    public static array $calls = [];
    public static int $count = 0;
    public ?Closure $closure = null;

    public static function register(): void
    {
        self::$handlers['static'] = static function (string $name): string {
            static $own = 0;
            self::$calls[] = $name;
            $inner = fn () => ++self::$count;
            return $name . $inner() . count(self::$calls) . Registry::named();
        };
    }

    public static function named(): string
    {
        static $n = 0;
        return '#' . ++$n;
    }
}
Registry::register();
Registry::$handlers['static']('before');
$global = function (string $name): string { return strtoupper($name) . ++Registry::$count . Registry::named(); };
$object = new Registry();
$object->closure = fn (string $name) => "$name of " . implode(',', Registry::$calls) . Registry::named();
function program(string $name): array
{
    global $global, $object;
    $seen = [];
    for ($i = 0; $i < 4; ++$i) {
        $seen[] = [$global($name), (Registry::$handlers['static'])($name), ($object->closure)($name)];
        pause();
        $seen[] = [array_map($global, [$name, 'x']), call_user_func(Registry::$handlers['static'], $name), array_map($object->closure, [$name])];
        usort($seen, fn ($a, $b) => strcmp(json_encode($a), json_encode($b)) * strlen(($object->closure)('y')));
        pause();
    }
    return [...$seen, Registry::$count, Registry::$calls];
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
