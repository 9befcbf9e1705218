--TEST--
Tern\Context::getMemory(): what the code of each context has allocated
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip PHP does not count its memory');
?>
--FILE--
<?php
use Swoole\Coroutine as Co;
use Tern\Context;

$file = __DIR__ . '/get_memory.tmp.inc';
file_put_contents($file, '<?php
final class Kept { public static string $text = ""; }
function keep(int $bytes): bool
{
    $before = Tern\Context::current()->getMemory();
    Kept::$text = str_repeat("x", $bytes);
    usleep(1000);
    return Tern\Context::current()->getMemory() - $before >= $bytes;
}');
Co\run(function () use ($file) {
    $contexts = [Context::fresh(), Context::fresh()];
    foreach ($contexts as $number => $context) {
        $context->include($file);
        go(function () use ($context, $number) {
            var_dump($context->run('keep', ($number + 1) << 20));
        });
    }
    Co::sleep(0.01);
    foreach ($contexts as $context) {
        echo $context->getMemory() >> 20, " MB\n";
        $context->run('keep', 0);
        echo $context->getMemory() >> 20, " MB\n";
        $context->end();
        echo $context->getMemory() >> 20, " MB\n";
    }
});
unlink($file);
?>
--EXPECT--
bool(true)
bool(true)
1 MB
0 MB
0 MB
2 MB
0 MB
0 MB
