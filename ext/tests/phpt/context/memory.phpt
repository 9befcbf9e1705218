--TEST--
Contexts: all memory is free again after their end
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
--FILE--
<?php
use Swoole\Coroutine as Co;
use Tern\Context;

$programs = [
    'class A { public static $list = [1]; public static $self; } A::$self = new A; A::$list[] = A::$self;',
    'function counts() { static $n = []; $n[] = count($n); } counts(); counts();',
    'enum E: string { case One = "1"; } $one = E::from("1"); define("ONE", $one);',
    'eval("class Z { public static \$x = []; } Z::\$x[] = new Z; function z() { static \$n = 0; ++\$n; } z();");',
    'class G { public $self; function __destruct() {} } for ($i = 0; $i < 9; ++$i) { $g = new G; $g->self = $g; unset($g); }',
    '$f = function () use (&$f) { yield $f; }; $generator = $f(); $generator->current();',
    'register_shutdown_function(fn () => 1); spl_autoload_register(function ($c) {}); class_exists("Unknown");',
    'set_error_handler(fn () => true); echo $undefined; ini_set("precision", "5"); date_default_timezone_set("Asia/Tokyo"); header("X: y");',
    '$fiber = new Fiber(function () { Fiber::suspend(); }); $fiber->start();',
    'stream_context_set_default(["http" => ["method" => "POST"]]);',
    'go(function () { Co::sleep(0.001); }); Co::sleep(0.002);',
    'Swoole\Timer::tick(1, function () use (&$n, &$id) { ++$n === 2 && Swoole\Timer::clear($id); }); $id = Swoole\Timer::after(1, fn () => 1); Swoole\Timer::clearAll();',
    'interface I {} trait T { public static $t = []; } class U implements I { use T; } U::$t[] = new class extends U {}; class_alias("U", "V");',
    'try { throw new Exception("x"); } catch (Exception $e) {} exit("");',
];
Co\run(function () use ($programs) {
    foreach ($programs as $number => $program) {
        $file = __DIR__ . "/memory.$number.tmp.inc";
        file_put_contents($file, "<?php\n$program");
        $before = 0;
        for ($i = 0; $i < 60; ++$i) {
            foreach ([Context::fresh(), Context::copy()] as $context) {
                $context->include($file);
                $context->end();
            }
            unset($context);
            if ($i === 30) {
                $before = memory_get_usage();
            }
        }
        $more = memory_get_usage() - $before;
        echo $more === 0 ? '' : "$more bytes more after $program\n";
        unlink($file);
    }
});
?>
done
--EXPECT--
done
