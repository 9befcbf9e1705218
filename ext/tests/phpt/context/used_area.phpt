--TEST--
Contexts: a context begins without what ended ones have kept of functions and classes
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
--FILE--
<?php
use Tern\Context;

// Of classes of PHP, of the program, and of code that the first contexts do not know.
const CODE = <<<'PHP'
    <?php
    class %1$s { const SUM = self::ONE + 1; const ONE = 1; static $list = []; static function next() { static $n = 0; return ++$n; } }
    function counts%1$s() { static $calls = 0; return ++$calls; }
    %1$s::$list[] = 1;
    return [count(%1$s::$list), %1$s::next(), counts%1$s(), %1$s::SUM, strlen(str_repeat('x', counts%1$s()))];
    PHP;

$files = [];
foreach (range('A', 'L') as $name) {
    file_put_contents($files[] = __DIR__ . "/used_area.$name.tmp.inc", sprintf(CODE, $name));
}
Co\run(function () use ($files) {
    $different = 0;
    foreach ([1, 3, 12, 2, 12] as $round => $count) {
        $contexts = array_map(fn (int $i) => Context::fresh(), range(1, 12));
        foreach ($contexts as $context) {
            foreach (array_slice($files, 0, $count) as $file) {
                $different += $context->include($file) !== [1, 1, 1, 2, 2];
            }
        }
        foreach ($round % 2 === 0 ? $contexts : array_reverse($contexts) as $context) {
            $context->end();
        }
        unset($contexts, $context);
    }
    echo "$different differ\n";
});
array_map(unlink(...), $files);
?>
--EXPECT--
0 differ
