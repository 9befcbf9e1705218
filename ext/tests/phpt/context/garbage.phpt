--TEST--
Contexts: what a context leaves in cycles ends with it: objects and resources at once, and there is never much of other values
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
use Tern\Context;

$file = __DIR__ . '/garbage.tmp.inc';
file_put_contents($file, '<?php
final class Ends
{
    public ?Ends $self = null;
    public function __destruct() { echo "destructor\n"; }
}
function leave_object(): void { $one = new Ends(); $one->self = $one; }
function leave_lock(string $path): void { $all = [fopen($path, "c")]; flock($all[0], LOCK_EX); $all[] = &$all; }
function leave_array(int $bytes): void { $all = [str_repeat("x", $bytes)]; $all[] = &$all; }
');
function with_context(string $function, mixed ...$arguments): void
{
    global $file;
    $context = Context::fresh();
    $context->include($file);
    $context->run($function, ...$arguments);
    $context->end();
}
Co\run(function () use ($file) {
    with_context('leave_object');
    with_context('leave_lock', $file);
    var_dump(flock(fopen($file, 'c'), LOCK_EX | LOCK_NB));
    $memory = memory_get_usage();
    for ($i = 0; $i < 500; ++$i) {
        with_context('leave_array', 100_000);
    }
    var_dump(memory_get_usage() - $memory < 3 << 20);
});
unlink($file);
?>
--EXPECT--
destructor
bool(true)
bool(true)
