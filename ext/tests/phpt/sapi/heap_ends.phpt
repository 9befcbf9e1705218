--TEST--
Scripts: the end of a heap frees what is not memory, and leaves nothing that refers to it
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
tern.own_heaps=check
log_errors=0
display_errors=1
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip: another memory manager');
?>
--FILE--
<?php
require __DIR__ . '/site.inc';

Site::run([
    'values' => <<<'PHP'
        function counts() { static $calls = []; $calls[] = fn() => $calls; return count($calls); }
        final class Node { public static array $all = []; public ?Node $next = null; }
        $first = new Node;
        $first->next = $first;
        Node::$all = [$first, fn() => $first, new ArrayIterator([1, 2, 3])];
        $generator = (function () { $held = str_repeat('x', 100); try { yield $held; } finally { echo 'finally '; } })();
        $generator->current();
        $fiber = new Fiber(function () { $held = new Node; Fiber::suspend(); });
        $fiber->start();
        foreach (Node::$all[2] as &$one) break;
        $weak = WeakReference::create($first);
        $map = new WeakMap;
        $map[$first] = $map;
        define('MADE', new ArrayObject([1]));
        set_error_handler(function () { Co::sleep(0.001); return true; });
        echo $undefined, counts(), counts(), counts(), ' ';
        gc_collect_cycles();
        PHP,
    'destructors' => <<<'PHP'
        final class Ends
        {
            public function __construct(private string $name) {}
            public function __destruct() { $GLOBALS['late'] = new LateEnd; echo $this->name, ' '; }
        }
        final class LateEnd { public function __destruct() { echo 'late '; } }
        final class Kept { public static $kept; }
        Kept::$kept = new Ends('static');
        $variable = new Ends('variable');
        $cycle = new stdClass;
        $cycle->ends = new Ends('cycle');
        $cycle->self = $cycle;
        register_shutdown_function(fn() => print('shutdown '));
        PHP,
    'compiles' => <<<'PHP'
        file_put_contents($file = __DIR__ . '/wrong.inc', '<?php final class Twice {} final class Twice {}');
        include $file;
        PHP,
    'fatal' => <<<'PHP'
        function deep($i) { return $i === 0 ? (function () { class Wrong implements Countable {} })() : [deep($i - 1)]; }
        $kept = range(1, 1000);
        ob_start(fn($text) => $text . count($kept));
        deep(2000);
        PHP,
    'shares' => <<<'PHP'
        Swoole\Timer::after(1, fn() => null);
        function deep($i) { return $i === 0 ? (function () { class WrongToo implements Countable {} })() : [deep($i - 1)]; }
        deep(2000);
        PHP,
    'fails' => <<<'PHP'
        function fail() { class WrongThen implements Countable {} }
        filter_input(INPUT_GET, 'name', FILTER_CALLBACK, ['options' => fail(...)]);
        PHP,
    'filters' => 'echo filter_input(INPUT_GET, "name"), filter_has_var(INPUT_GET, "other") ? "other" : "", " filtered";',
    'options' => <<<'PHP'
        Co::set(['reactor_num' => 2]);
        error_reporting(E_ALL & ~E_NOTICE);
        go(fn() => Co::sleep(0.001));
        echo 'set ';
        PHP,
    'locks' => <<<'PHP'
        $locks = [new Swoole\Lock, new Co\Lock];
        foreach ($locks as $lock) $lock->lock();
        echo 'locked';
        PHP,
    'posts' => <<<'PHP'
        $never = new Co\Socket(AF_INET, SOCK_STREAM);
        $never->bind('127.0.0.1', 0);
        $never->listen();
        $client = new Co\Http2\Client('127.0.0.1', $never->getsockname()['port']);
        $client->set(['timeout' => 0.001]);
        $request = new Swoole\Http2\Request;
        $request->method = 'POST';
        $request->data = str_repeat('body', 1_000_000);
        if ($client->connect()) $client->send($request);
        echo 'posted';
        PHP,
    'resources' => <<<'PHP'
        final class Counted
        {
            public $context;
            public $closed;
            public function stream_open($path) { return true; }
            public function stream_write($text) { echo "written: $text "; return strlen($text); }
            public function stream_close() { $this->closed = str_repeat('closed', 10); }
        }
        stream_wrapper_register('counted', Counted::class);
        $GLOBALS['stream'] = fopen('counted://', 'w');
        fwrite($GLOBALS['stream'], 'text');
        $file = tmpfile();
        fwrite($file, 'text');
        $directory = opendir(__DIR__);
        PHP,
    'fields' => 'header("X-A: 1"); header("X-A: 2", false); gc_collect_cycles(); echo "fields";',
    'sets' => 'gc_disable(); spl_autoload_extensions("." . bin2hex("own")); echo spl_autoload_extensions(), " ", (int) gc_enabled();',
    'reads' => 'echo spl_autoload_extensions(), " ", (int) gc_enabled();',
    'large' => '$all = str_repeat("x", 20 << 20); $more = array_fill(0, 100_000, "y"); echo strlen($all), " ";',
], function (Site $site) {
    $names = [
        '/values', '/destructors', '/compiles', '/fatal', '/shares', '/fails?name=a&other=b', '/filters?name=c', '/options', '/locks',
        '/posts', '/resources', '/fields', '/sets', '/reads', '/large',
    ];
    $ask = fn($name) => trim(preg_replace('/\s+/', ' ', explode("\n\n", $site->ask($name), 2)[1]));
    $first = array_map($ask, $names);
    echo implode("\n", $first), "\n";
    for ($i = 0; $i < 5; ++$i) {
        foreach ($names as $n => $name) if ($ask($name) !== $first[$n]) echo "$name differs\n";
    }
    $site->askAll(...$names, ...$names);
    foreach ($names as $n => $name) if ($ask($name) !== $first[$n]) echo "$name differs\n";
});
?>
--EXPECTF--
123 finally
shutdown variable late static late cycle late
%wFatal error: Cannot %s class Twice%a in FOLDER/wrong.inc on line 1
%AFatal error: Class Wrong contains %a
%AFatal error: Class WrongToo contains %a
%AFatal error: Class WrongThen contains %a
c filtered
set
locked
posted
written: text
fields
.6f776e 0
.inc,.php 1
20971520
