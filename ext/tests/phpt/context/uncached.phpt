--TEST--
Contexts: copies of code that opcache has not cached
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
--FILE--
<?php
use Tern\Context;

eval('
    function counts(string $name) { static $seen = []; $seen[] = $name; return implode(",", $seen) . helper(); }
    function helper() { static $n = 0; return ++$n; }
    class Base { public static $all = ["base"]; public static int $n = 0; }
    class Late extends Base {
        public function calls(string $name) {
            static $n = 0;
            self::$all[] = $name;
            $inner = function () use ($name) { static $m = 0; ++static::$n; return $name . ++$m; };
            return $inner() . ++$n . implode(Base::$all) . Base::$n;
        }
    }');
counts('base');
Co\run(function () {
    for ($round = 0; $round < 3; $round++) {
        $contexts = ['a' => Context::copy(), 'b' => Context::copy()];
        foreach (['a', 'b', 'a', 'b'] as $name) {
            echo $contexts[$name]->run('counts', $name), ' ', $contexts[$name]->run([new Late(), 'calls'], $name), ' | ';
        }
        foreach ($contexts as $context) {
            $context->end();
        }
        echo "\n";
    }
});
echo counts('base'), ' ', implode(Base::$all), Late::$n, "\n";
?>
--EXPECT--
base,a2 a11basea1 | base,b2 b11baseb1 | base,a,a3 a12baseaa2 | base,b,b3 b12basebb2 | 
base,a2 a11basea1 | base,b2 b11baseb1 | base,a,a3 a12baseaa2 | base,b,b3 b12basebb2 | 
base,a2 a11basea1 | base,b2 b11baseb1 | base,a,a3 a12baseaa2 | base,b,b3 b12basebb2 | 
base,base2 base0
