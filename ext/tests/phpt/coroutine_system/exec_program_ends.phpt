--TEST--
System::exec: a program that ends kills its commands
--EXTENSIONS--
posix
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine as Co;
use Swoole\Coroutine\System;
$file = scratch('pid');
register_shutdown_function(function () use (&$pid) {
    $runs = fn () => preg_match('/^\d+ \(.*\) [^ZX]/', (string) @file_get_contents("/proc/$pid/stat"));
    for ($n = 0; $n < 1000 && $runs(); $n++) usleep(1000);
    echo $pid > 0 && !$runs() ? "gone\n" : "it runs\n";
});
Co\run(function () use ($file, &$pid) {
    Co::create(function () use ($file) {
        try {
            System::exec("echo $$ > $file; exec sleep 100");
        } finally {
            echo "finally\n";
        }
    });
    do Co::sleep(0.001); while (trim((string) @file_get_contents($file)) === "");
    $pid = (int) file_get_contents($file);
    exit(0);
});
?>
--EXPECT--
finally
gone
