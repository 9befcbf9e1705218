--TEST--
Contexts: weak maps and weak references, in static values, with cycles and objects that others hold
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
class Cache
{
    public static ?WeakMap $map = null;
    private static array $references = [];

    public static function of(object $key): array
    {
        self::$map ??= new WeakMap();
        return self::$map[$key] ??= [count(self::$map), get_class($key)];
    }

    public static function refer(object $to): WeakReference
    {
        return self::$references[] = WeakReference::create($to);
    }

    public static function alive(): array
    {
        return array_map(fn (WeakReference $one) => $one->get()?->name, self::$references);
    }
}
class Node
{
    public ?Node $next = null;

    public function __construct(public string $name) {}

    public function __destruct()
    {
        Cache::refer($this);
    }
}
class Quiet
{
    public ?Quiet $next = null;

    public function __construct(public string $name) {}
}
function program(string $name): array
{
    $seen = [];
    for ($i = 0; $i < 4; ++$i) {
        $one = new Node("$name $i");
        $two = new Quiet("$name cycle $i");
        $two->next = new Quiet("$name next");
        $two->next->next = $two;
        $seen[] = [Cache::of($one), Cache::of($two), Cache::of($two->next), Cache::of($closure = fn () => $name)];
        $reference = Cache::refer($two);
        pause();
        $seen[] = [count(Cache::$map), $reference === WeakReference::create($two), Cache::refer($one)->get()->name];
        unset($one);
        pause();
        unset($two, $closure);
        $seen[] = [count(Cache::$map), Cache::alive()];
        pause();
        gc_collect_cycles();
        $keys = [];
        foreach (Cache::$map as $key => $value) {
            pause();
            $keys[] = [get_class($key), $value];
        }
        $map = new WeakMap();
        $own = new Quiet($name);
        $map[$own] = $own;
        $seen[] = [$keys, $reference->get() === null, Cache::alive(), isset(Cache::$map[new Quiet('')]), count($map)];
        unset($own, $key);
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
