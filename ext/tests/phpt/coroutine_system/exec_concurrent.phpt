--TEST--
System::exec: many at once; each waits for the next one's file
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine as Co;
use Swoole\Coroutine\System;
$outputs = [];
Co\run(function () use (&$outputs) {
    // The first one started waits for the last one: they run side by side or never.
    $folder = dirname(scratch('x'));
    for ($i = 0; $i < 10; $i++) {
        Co::create(function () use ($i, $folder, &$outputs) {
            $next = $i + 1;
            $wait = $i < 9 ? "until [ -e $folder/$next ]; do sleep 0.01; done;" : '';
            $outputs[$i] = System::exec("$wait : > $folder/$i; echo $i")['output'];
        });
    }
});
ksort($outputs);
echo implode($outputs);
?>
--EXPECT--
0
1
2
3
4
5
6
7
8
9
