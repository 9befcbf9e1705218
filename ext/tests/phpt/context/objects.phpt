--TEST--
Contexts: destructors, weak references, garbage collection and readonly properties
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

    // The collector ends garbage in any order.
    public static function sorted(): array
    {
        sort(self::$lines);
        return self::$lines;
    }
}
class Node
{
    public ?Node $self = null;

    public function __construct(public readonly string $name)
    {
        $this->self = $this;
    }

    public function __destruct()
    {
        Log::$lines[] = "end of $this->name";
    }
}
function program(string $name): array
{
    $seen = [];
    $map = new WeakMap();
    for ($i = 0; $i < 3; ++$i) {
        $node = new Node("$name $i");
        $map[$node] = $i;
        $weak = WeakReference::create($node);
        unset($node);
        pause();
        $alive = $weak->get() !== null;
        if ($i > 0) {
            gc_collect_cycles();
        }
        $seen[] = [$alive, $weak->get() === null, count($map), Log::sorted()];
    }
    $plain = new Node("plain $name");
    $plain->self = null;
    pause();
    unset($plain);
    try {
        $other = new Node($name);
        $other->name = 'changed';
    } catch (Error $error) {
        $seen[] = $error->getMessage();
    }
    unset($other);
    gc_collect_cycles();
    return [...$seen, Log::sorted()];
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
