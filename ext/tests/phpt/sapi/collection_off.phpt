--TEST--
Scripts: with zend.enable_gc = Off, what a script leaves in cycles ends with it
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
zend.enable_gc=0
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip PHP does not count its memory');
?>
--FILE--
<?php
require __DIR__ . '/site.inc';

Site::run([
    'leaves' => <<<'PHP'
        final class Node { public array $links = []; public static array $all = []; public string $text = ''; }
        for ($i = 0; $i < 500; ++$i) {
            $one = new Node();
            $one->text = str_repeat('x', 1000);
            $one->links = [$one, [&$one->links], fn() => $one];
            if ($i % 10 === 0) {
                Node::$all[] = $one;
            }
            unset($one);
        }
        $list = [1];
        $list[] = &$list;
        $last = function () use (&$last) { yield $last; };
        $generator = $last();
        $generator->current();
        echo var_export(gc_enabled(), true), gc_status()['runs'];
        PHP,
], function (Site $site) {
    for ($i = 0; $i < 60; ++$i) {
        $answer = $site->ask('/leaves');
        if ($i === 10) {
            $before = memory_get_usage();
        }
    }
    echo explode("\n\n", $answer, 2)[1], "\n";
    $more = memory_get_usage() - $before;
    echo abs($more) < 100_000 ? 'the same' : "$more bytes more", "\n";
});
?>
--EXPECT--
false0
the same
