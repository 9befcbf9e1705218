--TEST--
System::readFile, writeFile: named pipes wait for the other end, without a thread for the reader
--SKIPIF--
<?php if (!function_exists('posix_mkfifo')) die('skip needs posix');
--EXTENSIONS--
posix
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine as Co;
use Swoole\Coroutine\System;
Co\run(function () {
    $pipe = scratch('pipe');
    posix_mkfifo($pipe, 0600);
    $read = null;
    Co::create(function () use ($pipe, &$read) { $read = System::readFile($pipe); });
    echo "reader waits\n";
    echo 'written: ' . System::writeFile($pipe, 'content') . "\n";
    while ($read === null) Co::sleep(0.001);
    echo "read: $read\n";
    $done = false;
    Co::create(function () use ($pipe, &$done) { $done = System::writeFile($pipe, 'more'); });
    echo "writer waits\n";
    echo 'read: ' . System::readFile($pipe) . "\n";
    while ($done === false) Co::sleep(0.001);
    echo "written: $done\n";
    $size = 200000;
    $much = null;
    Co::create(function () use ($pipe, &$much) { $much = strlen(System::readFile($pipe)); });
    $written = System::writeFile($pipe, str_repeat('x', $size));
    while ($much === null) Co::sleep(0.001);
    echo "much: $much\nwritten: $written\n";
});
?>
--EXPECT--
reader waits
written: 7
read: content
writer waits
read: more
written: 4
much: 200000
written: 200000
