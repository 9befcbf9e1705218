--TEST--
System::exec: many at once; each waits for the next one's file
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine as Co;
use Swoole\Coroutine\System;
Co\run(function () {
    // The first one started ends last: they run side by side or never.
    $folder = dirname(scratch('x'));
    for ($i = 0; $i < 10; $i++) {
        Co::create(function () use ($i, $folder) {
            $next = $i + 1;
            $wait = $i < 9 ? "until [ -e $folder/$next ]; do sleep 0.01; done;" : '';
            echo System::exec("$wait echo $i; : > $folder/$i")['output'];
        });
    }
});
?>
--EXPECT--
9
8
7
6
5
4
3
2
1
0
