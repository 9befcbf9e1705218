--TEST--
Scripts: with a heap for each, memory_limit and the engine's figures are those of one script
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
tern.own_heaps=all
memory_limit=32M
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
    'large' => '$all = str_repeat("x", 20 << 20); Co::sleep(0.01); echo memory_get_usage() >> 20, " ", memory_get_peak_usage() >> 20;',
    'small' => 'echo memory_get_usage(true) >> 20, " ", memory_get_peak_usage() >> 20;',
    'exhausted' => 'register_shutdown_function(fn() => print("end")); $all = []; while (true) $all[] = str_repeat("x", 100_000);',
    'reset' => '$all = str_repeat("x", 20 << 20); $all = null; memory_reset_peak_usage(); echo memory_get_peak_usage() >> 20;',
    'more' => 'ini_set("memory_limit", "64M"); $all = str_repeat("x", 40 << 20); echo strlen($all) >> 20; ini_set("memory_limit", "8M");',
    'shares' => '$all = str_repeat("x", 20 << 20); Swoole\Timer::after(1, fn() => $all); Co::sleep(0.01); echo memory_get_usage() >> 20;',
], function (Site $site) {
    $ask = fn($name) => trim(str_replace("\n\n", "\n", explode("\n\n", $site->ask($name), 2)[1]));
    echo $ask('/small'), "\n", $ask('/large'), "\n";
    foreach ($site->askAll('/large', '/large', '/large') as $answer) echo explode("\n\n", $answer)[1], "\n";
    echo $ask('/exhausted'), "\n", $ask('/reset'), "\n", $ask('/more'), "\n", $ask('/shares'), "\n", $ask('/exhausted'), "\n";
});
?>
--EXPECTF--
2 0
20 20
20 20
20 20
20 20
Fatal error: Allowed memory size of 33554432 bytes exhausted (tried to allocate %d bytes) in FOLDER/exhausted.php on line 2
end
0
40
Warning: Failed to set memory limit to 8388608 bytes (Current memory usage is %d bytes) in FOLDER/more.php on line 2
20
Fatal error: Allowed memory size of 33554432 bytes exhausted (tried to allocate %d bytes) in FOLDER/exhausted.php on line 2
end
