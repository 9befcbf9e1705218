--TEST--
What a call of PHP's holds while it runs code of the program is each coroutine's own
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
require __DIR__ . '/held_state.inc';

final class Old implements Serializable
{
    public function serialize() { pause(); return 'old'; }
    public function unserialize($text) { pause(); }
}
final class Newer
{
    public function __construct(public array $values = []) {}
    public function __serialize(): array { pause(); return $this->values; }
    public function __unserialize(array $values): void { pause(); $this->values = $values; }
}
final class Sleeper
{
    public $value;
    public function __sleep() { pause(); return ['value']; }
    public function __wakeup() { pause(); }
}
final class Json implements JsonSerializable
{
    public function __construct(public mixed $inner = 1) {}
    public function jsonSerialize(): mixed { pause(); return ['inner' => $this->inner]; }
}
final class Debug
{
    public $inner;
    public function __debugInfo() { pause(); return ['inner' => $this->inner]; }
}
final class Text
{
    public function __construct(private string $text) {}
    public function __toString(): string { pause(); return $this->text; }
}
final class Magic
{
    private array $values = ['x' => 1, 'y' => 2];
    public function __get($name) { pause(); return $this->values[$name] . ($name === 'x' ? $this->y : ''); }
    public function __set($name, $value) { pause(); $this->values["$name$value"] = $value; }
    public function __isset($name) { pause(); return isset($this->values[$name]); }
    public function __unset($name) { pause(); unset($this->values[$name]); }
    public function names() { $names = array_keys($this->values); sort($names); return $names; }
}
final class Stream
{
    public $context;
    public function stream_open($path, $mode, $options, &$opened) { pause(); return true; }
    public function stream_read($count) { return ''; }
    public function stream_eof() { return true; }
    public function stream_stat() { return []; }
    public function dir_opendir($path, $options) { pause(); return true; }
    public function dir_readdir() { return false; }
}
stream_wrapper_register('waits', 'Stream');

function printed(callable $print): string
{
    ob_start();
    $print();
    return ob_get_clean();
}

Co\run(function () {
    $plain = function ($name) { $o = new stdClass(); $o->name = $name; return $o; };
    check_held('Serializable', function ($name) use ($plain) { $o = $plain($name); return serialize([$o, new Old(), $o, $name]); });
    check_held('unserialize() of it', function ($name) use ($plain) {
        return json_encode(unserialize('a:3:{i:0;O:8:"stdClass":1:{s:4:"name";s:3:"' . $name . '";}i:1;C:3:"Old":3:{old}i:2;r:2;}'));
    });
    check_held('__serialize()', function ($name) use ($plain) { $o = $plain($name); $text = serialize([$o, new Newer([$o, $name]), $o]);
        return [$text, json_encode(unserialize($text))]; });
    check_held('__sleep()', function ($name) use ($plain) { $o = $plain($name); $s = new Sleeper(); $s->value = $o; $text = serialize([$o, $s, $o]);
        return [$text, json_encode(unserialize($text))]; });
    check_held('usort()', function ($name) { $a = [3, 1, 2]; usort($a, function ($x, $y) use ($name) { pause(); return $name === 'ann' ? $x <=> $y : $y <=> $x; }); return $a; });
    check_held('sort() of texts', function ($name) { $a = [new Text("b$name"), new Text("a$name")]; sort($a, SORT_STRING); return (string) $a[0]; });
    check_held('array_walk_recursive()', function ($name, $shared) { $out = []; array_walk_recursive($shared, function ($x) use (&$out) { pause(); $out[] = $x; }); return $out; },
        fn () => [[1, [2]], 3]);
    check_held('preg_replace_callback()', fn ($name) => preg_replace_callback('/\w/', function ($m) use ($name) { pause(); return $m[0] . $name . preg_match('/(.)(.)/', 'xy'); }, 'ab'));
    check_held('json_encode() of a shared object', fn ($name, $shared) => [json_encode($shared), json_last_error()], fn () => new Json());
    check_held('json_encode() of shared values', fn ($name, $shared) => [json_encode($shared), json_last_error()],
        fn () => (object) ['list' => [1, ['x' => new Json(new Json('deep'))]]]);
    check_held('json_encode() of a recursion', function ($name) { $o = new Json(); $o->inner = $o; return [json_encode($o), json_last_error()]; });
    foreach (['print_r', 'var_dump'] as $print) {
        check_held("$print() of a shared object", fn ($name, $shared) => printed(fn () => $print($shared)), function () { $d = new Debug(); $d->inner = [1]; return ['x' => $d]; });
        check_held("$print() of a recursion", fn ($name) => preg_replace('/#\d+/', '', printed(function () use ($print) { $d = new Debug(); $d->inner = $d; $print($d); })));
    }
    check_held('__get() of a shared object', fn ($name, $shared) => [$shared->x, $shared->y], fn () => new Magic());
    check_held('__set() of a shared object', function ($name, $shared) { $shared->z = 1; $shared->w = 1; return isset($shared->z1, $shared->w1); }, fn () => new Magic());
    check_held('__isset() of a shared object', fn ($name, $shared) => [isset($shared->x), isset($shared->none), isset($shared->y)], fn () => new Magic());
    check_held('__unset() of a shared object', function ($name, $shared) { unset($shared->x); unset($shared->none); return $shared->names(); }, fn () => new Magic());
    check_held('guards are as before', function ($name, $shared) { $one = $shared->x; $shared->q = 5; return [$one, $shared->x, isset($shared->y), $shared->names()]; }, fn () => new Magic());
    check_held('a stream wrapper', function ($name) { $stream = @fopen('waits://same', 'r'); return is_resource($stream); });
    check_held('directories of a stream wrapper', function ($name) { $folder = @opendir('waits://same'); return is_resource($folder); });
    check_held('an output callback', function ($name) { ob_start(); ob_start(function ($text) use ($name) { pause(); return "[$name $text]"; }); echo $name; ob_end_flush(); return ob_get_clean(); });
    check_held('strtok()', function ($name) { $out = [strtok("$name 1 2", ' ')]; pause(); $out[] = strtok(' '); pause(); $out[] = strtok(' '); return $out; });
    check_held('a heap', function ($name) { $heap = new class extends SplMinHeap { protected function compare($x, $y): int { pause(); return $y <=> $x; } };
        foreach ([2, 1, 3] as $x) { $heap->insert($x); } return iterator_to_array($heap, false); });
    check_held('iterators', fn ($name) => iterator_to_array(new CallbackFilterIterator(new ArrayIterator([1, 2, 3]), function ($x) { pause(); return $x > 1; }), false));
    check_held('a new object as default value', function ($name) { $line = __LINE__; $f = function ($x = new Newer([1])) { return $x->values; };
        return [$f(), (new Exception())->getLine() - $line]; });
    // Outside of check_held(), which would define the functions twice.
    set_error_handler(function () { Co::yield(); return true; });
    $found = $ids = [];
    foreach (['ann', 'bob', 'cid'] as $name) {
        $ids[] = go(function () use ($name, &$found) {
            eval("namespace N$name; use ArrayObject as A; class C {} function f(\$a = 1, \$b) { return __FUNCTION__ . A::class; }
                function g(\$a = 1, \$b) { switch (1) { case 1: foreach ([1] as \$x) { return \$x && \$b ? C::class : 0; } } }
                \$found['$name'] = [f(1, 2), g(1, 2), __LINE__];");
        });
    }
    while ($waiting = array_filter($ids, Co::exists(...))) {
        array_map(Co::resume(...), $waiting);
    }
    echo json_encode($found), "\n";
});
gc_collect_cycles();  // of the recursions: PHP's end leaves them to its allocator, which the sanitizers replace
echo Turns::$same, " the same\n";
?>
--EXPECT--
{"ann":["Nann\\fArrayObject","Nann\\C",3],"bob":["Nbob\\fArrayObject","Nbob\\C",3],"cid":["Ncid\\fArrayObject","Ncid\\C",3]}
54 the same
