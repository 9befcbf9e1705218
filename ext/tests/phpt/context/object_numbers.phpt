--TEST--
Contexts: the highest numbers of objects are free for all code after the end of a context
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
--FILE--
<?php
use Tern\Context;

function highest(int $count): int {
    $all = [];
    for ($i = 0; $i < $count; ++$i) {
        $all[] = new stdClass;
    }
    return max(array_map('spl_object_id', $all));
}

$file = __DIR__ . '/object_numbers.tmp.inc';
file_put_contents($file, '<?php $all = array_map(fn () => new stdClass, range(1, 2000)); return spl_object_id(end($all));');
Co\run(function () use ($file) {
    $context = Context::fresh();
    $last = $context->include($file);
    $context->end();
    unset($context);
    echo 'outside: ', highest(300) < $last ? 'lower' : highest(300), "\n";

    // Of two contexts the first one ends first: its numbers stay its own, for the next one in its place.
    [$one, $other] = [Context::fresh(), Context::fresh()];
    $below = $one->include($file);
    $above = $other->include($file);
    $one->end();
    unset($one);
    $other->end();
    unset($other);
    echo 'outside, when none lives: ', highest(300) < $below ? 'lower' : highest(300), "\n";
    $context = Context::fresh();
    echo 'the next one: ', $context->include($file) <= $below ? 'lower' : 'above', "\n";
    $context->end();
    echo 'outside again: ', highest(300) < $above ? 'lower' : highest(300), "\n";
});
unlink($file);
?>
--EXPECT--
outside: lower
outside, when none lives: lower
the next one: lower
outside again: lower
