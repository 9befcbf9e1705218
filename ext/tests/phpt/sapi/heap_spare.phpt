--TEST--
Scripts: heaps that were needed when more scripts ran at a time go back to the system
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
tern.own_heaps=all
log_errors=0
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip: another memory manager');
?>
--FILE--
<?php
require __DIR__ . '/site.inc';

Site::run([
    'waits' => 'touch(__DIR__ . "/here." . bin2hex(random_bytes(8))); while (count(glob(__DIR__ . "/here.*")) < 16) Co::sleep(0.001);',
    'size' => 'echo (int) file_get_contents("/proc/self/statm");',
], function (Site $site) {
    $pages = fn() => (int) explode("\n\n", $site->ask('/size'), 2)[1];
    $before = $pages();
    $site->askAll(...array_fill(0, 16, '/waits'));
    $most = $pages();
    echo ($most - $before) * 4096 >= 12 * (2 << 20) ? 'more' : $most - $before, "\n";
    for ($i = 0; $i < 1000; ++$i) $site->ask('/size');
    echo ($most - $pages()) * 4096 >= 12 * (2 << 20) ? 'given back' : $most - $pages(), "\n";
});
?>
--EXPECT--
more
given back
