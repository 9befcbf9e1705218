--TEST--
Scripts: the heaps of many large scripts keep little memory for later ones
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
memory_limit=1G
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
    'large' => '
        $round = $_GET["round"];
        for ($i = 0, $all = []; $i < 8000; ++$i) $all[] = str_repeat("x", 1500);
        touch(__DIR__ . "/here.$round." . bin2hex(random_bytes(8)));
        while (count(glob(__DIR__ . "/here.$round.*")) < 16) Co::sleep(0.001);
        echo strlen(implode("", $all));',
    'size' => 'echo (int) file_get_contents("/proc/self/statm");',
], function (Site $site) {
    $chunks = fn() => (int) explode("\n\n", $site->ask('/size'), 2)[1] * 4096 / (2 << 20);
    $before = $chunks();
    for ($round = 0; $round < 4; ++$round) {
        $site->askAll(...array_fill(0, 16, "/large?round=$round"));
    }
    // 16 heaps with a chunk each, and 16 free ones. Each script had 7.
    $kept = $chunks() - $before;
    echo $kept <= 40 ? 'little' : $kept, "\n";
});
?>
--EXPECT--
little
