--TEST--
System::writeFile: new, shorter, longer, appended, locked, by a thread
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine\System;
umask(022);
Co\run(function () {
    $file = scratch('file');
    $show = function (int|false $written) use ($file) {
        $now = file_get_contents($file);
        echo $written, ': ', strlen($now) > 30 ? strlen($now) . ' ' . md5($now) : $now, "\n";
    };
    $show(System::writeFile($file, 'first content'));
    printf("%o\n", fileperms($file) & 0777);
    $show(System::writeFile($file, 'short'));
    $show(System::writeFile($file, ''));
    $show(System::writeFile($file, 'a', FILE_APPEND));
    $show(System::writeFile($file, 'b', FILE_APPEND | LOCK_EX));
    $show(System::writeFile($file, 'locked', LOCK_EX));
    $show(System::writeFile($file, str_repeat('long', 100000)));
    $show(System::writeFile($file, str_repeat('more', 100000), FILE_APPEND));
    $show(System::writeFile($file, str_repeat('less', 90000)));
    $show(System::writeFile($file, 'small again'));
    echo strlen(System::writeFile('/dev/null', 'gone')), "\n";
});
?>
--EXPECT--
13: first content
644
5: short
0: 
1: a
1: ab
6: locked
400000: 400000 b19d97db8ab172d426b4238927eedaa2
400000: 800000 459a81bd1e8671b8eea5da8d9eabfa4a
360000: 360000 5092f363e15a737043e489f245cda4ee
11: small again
1
