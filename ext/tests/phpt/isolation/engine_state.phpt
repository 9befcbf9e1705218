--TEST--
What the engine keeps in globals is each coroutine's own
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
use Swoole\Coroutine as Co;
class SlowStream {
    public $context;
    public function stream_open($path, $mode, $options, &$opened) { Co::yield(); return !str_contains($path, 'fails'); }
    public function stream_read($count) { return ''; }
    public function stream_eof() { return true; }
    public function stream_stat() { return []; }
    public function url_stat($path, $flags) { return []; }
}
stream_wrapper_register('slow', 'SlowStream');
class Sleeper { public function __construct(public $name) {} public function __serialize(): array { Co::yield(); return [$this->name, $this]; }
    public function __unserialize(array $data): void { $this->name = $data[0]; Co::yield(); } }
function reports_as_set(): bool { return error_reporting() === (E_ALL & ~E_NOTICE); }
// Runs the two to their ends in turns.
function interleave(callable $one, callable $two): array {
    $results = [];
    foreach ([$one, $two] as $i => $body) $ids[] = Co::create(function () use (&$results, $i, $body) { $results[$i] = $body(); });
    while (Co::exists($ids[0]) || Co::exists($ids[1])) foreach ($ids as $id) if (Co::exists($id)) Co::resume($id);
    ksort($results);
    return $results;
}
$tests = [
    'output buffers' => function () {
        $body = fn ($name) => function () use ($name) {
            ob_start();
            echo "$name 1 ";
            ob_start(fn ($text) => strtoupper($text));
            Co::yield();
            echo "$name 2 ";
            Co::yield();
            ob_end_flush();
            Co::yield();
            return ob_get_clean() . ob_get_level();
        };
        return interleave($body('a'), $body('b'));
    },
    'output buffer and none' => function () {
        return interleave(function () { ob_start(); echo 'kept'; Co::yield(); Co::yield(); return ob_get_clean(); },
            function () { echo "printed\n"; Co::yield(); ob_start(); echo 'x'; ob_end_clean(); return ob_get_level(); });
    },
    'yield in an output callback' => function () {
        return interleave(function () { ob_start(); ob_start(function ($text) { Co::yield(); return "[$text]"; }); echo 'inner'; ob_end_flush(); return ob_get_clean(); },
            function () { ob_start(); echo 'other'; Co::yield(); return ob_get_clean(); });
    },
    'error handling mode' => function () {
        return interleave(function () { $file = new SplFileObject('slow://x'); return get_class($file); },
            function () { try { return [@fopen('/nonexistent/file', 'r'), @hex2bin('a')]; } catch (Throwable $e) { return get_class($e); } });
    },
    'exception class' => function () {
        return interleave(function () { try { $file = new SplFileObject('slow://fails'); } catch (Throwable $e) { return get_class($e); } },
            function () { Co::yield(); return 'meanwhile'; });
    },
    'error_reporting and @' => function () {
        return interleave(function () { @Co::yield(); return reports_as_set(); }, function () { $before = reports_as_set(); Co::yield(); return [$before, reports_as_set()]; });
    },
    'usort' => function () {
        $body = fn ($sign) => function () use ($sign) { $a = [3, 1, 2, 5, 4]; usort($a, function ($x, $y) use ($sign) { Co::yield(); return $sign * ($x <=> $y); }); return $a; };
        return interleave($body(1), $body(-1));
    },
    'array_walk' => function () {
        $body = fn ($add) => function () use ($add) { $a = [1, 2, 3]; array_walk($a, function (&$x) use ($add) { Co::yield(); $x += $add; }); return $a; };
        return interleave($body(10), $body(20));
    },
    'serialize' => function () {
        $body = fn ($name) => function () use ($name) { $s = new Sleeper($name); $text = serialize([$s, $s, $name]); $back = unserialize($text); return [$text, $back[0]->name, $back[0] === $back[1]]; };
        [$a, $b] = interleave($body('a'), $body('b'));
        return [$a[1], $a[2], $b[1], $b[2], str_replace('"a"', '"b"', $a[0]) === $b[0]];
    },
    'preg_replace_callback, array_map, generators' => function () {
        $body = fn ($name) => function () use ($name) {
            $text = preg_replace_callback('/\d/', function ($m) use ($name) { Co::yield(); return $m[0] . $name; }, '12');
            $map = array_map(function ($x) use ($name) { Co::yield(); return $x . $name; }, [1, 2]);
            $list = iterator_to_array((function () use ($name) { yield "1$name"; Co::yield(); yield "2$name"; })());
            return "$text " . implode($map) . ' ' . implode($list);
        };
        return interleave($body('a'), $body('b'));
    },
    'exceptions and finally' => function () {
        $body = fn ($name) => function () use ($name) {
            try { try { throw new Exception($name); } finally { Co::yield(); } } catch (Exception $e) { Co::yield(); return $e->getMessage(); }
        };
        return interleave($body('a'), $body('b'));
    },
    'native fibers' => function () {
        $body = fn ($name) => function () use ($name) {
            $fiber = new Fiber(function ($x) use ($name) { Co::yield(); $y = Fiber::suspend("$name$x"); Co::yield(); return "$name$y"; });
            $first = $fiber->start(1); Co::yield(); $fiber->resume(2);
            return $first . $fiber->getReturn();
        };
        return interleave($body('a'), $body('b'));
    },
];
$server->on('request', function ($request, $response) use ($tests) {
    foreach ($tests as $name => $test) $lines[] = "$name: " . json_encode($test());
    $response->end(implode("\n", $lines));
});
PHP, [], ['error_reporting' => E_ALL & ~E_NOTICE]);
echo $server->get('/'), "\n";
echo $server->stop();
?>
--EXPECT--
output buffers: ["a 1 A 2 0","b 1 B 2 0"]
output buffer and none: ["kept",0]
yield in an output callback: ["[inner]","other"]
error handling mode: ["SplFileObject",[false,false]]
exception class: ["RuntimeException","meanwhile"]
error_reporting and @: [true,[true,true]]
usort: [[1,2,3,4,5],[5,4,3,2,1]]
array_walk: [[11,12,13],[21,22,23]]
serialize: ["a",true,"b",true,true]
preg_replace_callback, array_map, generators: ["1a2a 1a2a 1a2a","1b2b 1b2b 1b2b"]
exceptions and finally: ["a","b"]
native fibers: ["a1a2","b1b2"]
printed
