--TEST--
System::readFile: small, large, empty files, those of /proc, devices
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine\System;
Co\run(function () {
    foreach ([0, 1, 17, 1023, 1024, 1025, 4096, 100000, 1 << 20, (1 << 20) + 1, 3000000] as $size) {
        $content = substr(str_repeat('0123456789', 300001), 0, $size);
        file_put_contents(scratch('file'), $content);
        $read = System::readFile(scratch('file'));
        echo $size, ' ', var_export($read === $content, true), "\n";
    }
    echo strlen(System::readFile('/proc/self/stat')) > 20 ? "stat\n" : '';
    echo substr_count(System::readFile('/proc/self/maps'), "\n") > 10 ? "maps\n" : '';
    var_dump(System::readFile('/dev/null'));
});
?>
--EXPECT--
0 true
1 true
17 true
1023 true
1024 true
1025 true
4096 true
100000 true
1048576 true
1048577 true
3000000 true
stat
maps
string(0) ""
